/** What is said while a profile is made, and of how it turned out. */
export const profile = {
  making: {
    describing: (name: string, part: number, of: number) =>
      `Describing ${name}: part ${part} of ${of}`,
    merging: (name: string) => `Putting the notes on ${name} together`,
    locating: (name: string) => `Looking in the description for what moves ${name}`,
    remembering: (name: string) => `Searching the novel for what ${name} remembers`,
    judging: (name: string) => `Rating how far the profile holds what moves ${name}`,
    continuing: (name: string) => `Continuing the story of ${name}`,
  },
  notes: {
    'description-cut':
      'The description was cut at the end of a sentence to fit its share of the budget.',
    'description-left-out':
      'The description was left out: not even its first sentence fits its share of the budget.',
    'description-nothing-known':
      'The description is empty: nothing is told of the character up to here.',
    'memories-cut': 'The last memory was cut at the end of a sentence to fit the budget.',
    'memories-left-out': 'No memory fits what the budget leaves.',
    'context-limit':
      'The budget was lowered to what the model’s context holds beside the question.',
    'nothing-located':
      'No episode that the model named stands in the description, so scenario and question were searched for instead.',
    'raw-cut': 'The beginning of the text was left out, as the model’s context holds no more.',
  },
} as const;
