import type { Theme as ThemeContext, ThemeSetting } from '../components/context';

const KEY = 'crossroads-theme';
const SETTINGS: readonly ThemeSetting[] = ['system', 'light', 'dark'];

/**
 * Light or dark: as the device says, or as chosen here. The choice is kept in local storage because it must be
 * known before the first paint (`static/theme.js` reads the same key); where that is refused it lasts for the visit.
 */
export class Theme implements ThemeContext {
  #setting = $state<ThemeSetting>(stored());
  #deviceIsDark = $state(false);
  readonly shown = $derived<'light' | 'dark'>(
    this.#setting === 'system' ? (this.#deviceIsDark ? 'dark' : 'light') : this.#setting,
  );

  get setting(): ThemeSetting {
    return this.#setting;
  }

  set setting(setting: ThemeSetting) {
    this.#setting = setting;
    try {
      localStorage.setItem(KEY, setting);
    } catch {
      // A browser without storage still shows the theme, it only forgets it.
    }
  }

  /** Follows the device and writes the theme to the document. Returns what ends it. */
  start(): () => void {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => {
      this.#deviceIsDark = query.matches;
    };
    follow();
    query.addEventListener('change', follow);
    const stop = $effect.root(() => {
      $effect(() => {
        document.documentElement.dataset['theme'] = this.shown;
      });
    });
    return () => {
      query.removeEventListener('change', follow);
      stop();
    };
  }
}

function stored(): ThemeSetting {
  try {
    const found = localStorage.getItem(KEY);
    return SETTINGS.find((setting) => setting === found) ?? 'system';
  } catch {
    return 'system';
  }
}
