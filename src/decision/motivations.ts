/** The two families of motivations (LifeChoice section 3.2). */
export const FAMILIES = ['character-driven', 'plot-driven'] as const;
export type Family = (typeof FAMILIES)[number];

/** The twelve motivation types in the paper's order: what moves a character from within, then what comes from without. */
export const MOTIVATIONS = [
  'personality-and-traits',
  'emotions-and-psychological-state',
  'social-relationships',
  'values-and-beliefs',
  'desires-and-goals',
  'external-conflicts',
  'tasks-and-goals',
  'puzzles-and-secrets',
  'pursuits-and-escapes',
  'exploration-and-discovery',
  'power-and-control',
  'intrigue-and-betrayal',
] as const;
export type Motivation = (typeof MOTIVATIONS)[number];

/** The types of each family. */
export const OF_FAMILY: Readonly<Record<Family, readonly Motivation[]>> = {
  'character-driven': MOTIVATIONS.slice(0, 5),
  'plot-driven': MOTIVATIONS.slice(5),
};

/** The family of a motivation type. */
export function familyOf(type: Motivation): Family {
  return MOTIVATIONS.indexOf(type) < 5 ? 'character-driven' : 'plot-driven';
}

/** The paper's names of the types. */
export const MOTIVATION_NAMES: Readonly<Record<Motivation, string>> = {
  'personality-and-traits': 'Personality and Traits',
  'emotions-and-psychological-state': 'Emotions and Psychological State',
  'social-relationships': 'Social Relationships',
  'values-and-beliefs': 'Values and Beliefs',
  'desires-and-goals': 'Desires and Goals',
  'external-conflicts': 'External Conflicts',
  'tasks-and-goals': 'Tasks and Goals',
  'puzzles-and-secrets': 'Puzzles and Secrets',
  'pursuits-and-escapes': 'Pursuits and Escapes',
  'exploration-and-discovery': 'Exploration and Discovery',
  'power-and-control': 'Power and Control',
  'intrigue-and-betrayal': 'Intrigue and Betrayal',
};
