/**
 * Fills `{name}` in a template; what is filled in is never searched again, unknown names stay as they are.
 * Prompts are filled by the hundred thousand, so no pattern is matched.
 * @param values by names of letters, digits and underscores
 */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  let filled = '';
  let done = 0;
  let open = template.indexOf('{');
  while (open !== -1) {
    const close = template.indexOf('}', open);
    if (close === -1) break;
    const name = template.slice(open + 1, close);
    if (Object.hasOwn(values, name)) {
      filled += template.slice(done, open) + (values[name] as string);
      done = close + 1;
      open = template.indexOf('{', done);
    } else {
      open = template.indexOf('{', open + 1);
    }
  }
  return filled + template.slice(done);
}
