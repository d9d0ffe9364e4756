import type { ProfilePart } from '../core/profile';

/** What stands above each kind of part. */
const HEADINGS: Readonly<Record<ProfilePart['kind'], (name: string) => string>> = {
  description: (name) => `Who ${name} is:`,
  memory: (name) => `What ${name} remembers:`,
  raw: () => 'The novel so far:',
  motivation: (name) => `What moves ${name} now:`,
};

/**
 * The profile as a prompt holds it: parts of one kind under one heading, empty ones left out. The heading's words are
 * not counted in the budget.
 * @param name of the character, as the model is to see it
 */
export function profileText(
  parts: readonly Pick<ProfilePart, 'kind' | 'text'>[],
  name: string,
): string {
  const shown = parts.filter(({ text }) => text !== '');
  return shown
    .map(({ kind, text }, index) =>
      shown[index - 1]?.kind === kind ? text : `${HEADINGS[kind](name)}\n${text}`,
    )
    .join('\n\n');
}
