/** The words by which a person rates profiles and continuations. */
import { formatCount, formatList, formatNumber, plural } from './format';

export const rating = {
  profile: {
    heading: 'Rate the profile',
    open: 'Rate this profile',
    warning: 'To rate it, what moves the character has to be shown.',
    target: 'What moves the character',
    legend: 'How far does the profile convey it?',
    levels: {
      1: { label: '1: not', hint: 'It misses the core, or gets it badly wrong.' },
      2: {
        label: '2: in the main',
        hint: 'The main point is there, but some details are missing or slightly wrong.',
      },
      3: { label: '3: fully', hint: 'Every key point is there, fully and rightly.' },
    },
    noTarget: 'No motivation is recorded for this decision, so there is nothing to rate it by.',
    told: 'This profile was given the motivation itself, so it is not rated.',
  },
  continuation: {
    heading: 'The continuations, one by one',
    intro:
      'Each goes on from the description alone. Whether it tells what really happens in the book can be rated here.',
    place: (index: number, count: number) => `${formatCount(index)} of ${formatCount(count)}`,
    of: (name: string, title: string, names: string) => `${name} in ${title}, ${names}`,
    previous: 'Previous',
    next: 'Next',
    unrated: 'Next without your rating',
    description: 'The description as the model was shown it',
    prompt: 'The prompt as the model saw it',
    text: 'The continuation',
    reveal: 'Show what really happens',
    hide: 'Hide what really happens',
    truth: 'What really happens, in this project’s words',
    legend: 'How far does the continuation tell what really happens?',
    levels: {
      1: { label: '1: not at all', hint: 'It has nothing in common with what really happens.' },
      2: {
        label: '2: in part',
        hint: 'Some of it does, but the order, what characters do or how it ends differs.',
      },
      3: {
        label: '3: with high accuracy',
        hint: 'It tells who does what with whom, and the main events.',
      },
    },
  },
  name: 'Your name beside the ratings',
  nameHint: 'At most 40 characters; it is kept in the run and goes with its file.',
  reader: 'reader',
  as: (name: string) => `You rate as ${name}.`,
  rename: 'Rate under another name',
  keep: 'Keep this rating',
  replace: 'Replace my rating',
  kept: (level: number, name: string) =>
    `Kept in this run: ${formatCount(level)}, rated by ${name}.`,
  judge: 'Show the judge’s rating',
  judgeHint: 'Hidden until you have rated, so that it does not sway you.',
  judged: (rater: string, score: number, level: number) =>
    `The judge ${rater}: ${formatNumber(score, 2)}, most probably ${formatCount(level)}.`,
  others: (ratings: readonly { readonly rater: string; readonly level: number }[]) =>
    `Other people: ${formatList(ratings.map(({ rater, level }) => `${rater} ${formatCount(level)}`))}.`,
  byPeople: (raters: readonly string[]) =>
    `No judge rated these profiles: their profile score is the mean of ${plural(raters.length, 'person’s ratings', 'people’s ratings')} (${formatList(raters)}).`,
  readOnly:
    'A run that is not stored in this browser cannot be rated. Save its file under “About” and import it under “Runs”: that copy can be.',
  busy: {
    what: 'This run is going on, in this page or in another tab, so nothing else is written to it now.',
    kept: 'Your rating was not kept; what you chose stands here still.',
    next: 'Wait for the run’s end or stop it, then keep the rating again.',
  },
} as const;
