// Sets the theme before the first paint, so that a dark page never flashes white. Runs before the application,
// which takes over in src/app/Theme.svelte.ts (the key and the attribute are the same there).
(function () {
  var setting = 'system';
  try {
    setting = localStorage.getItem('crossroads-theme') || 'system';
  } catch (_) {
    // Storage is switched off: the device decides.
  }
  var dark =
    setting === 'dark' ||
    (setting !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
