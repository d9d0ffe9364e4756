import { describe, expect, it } from 'vitest';
import { read, readBareLetter } from '../../../src/decision/reading';

const options = [
  { key: 'C', texts: ['Burn it over the lamp in the cellar.'] },
  { key: 'A', texts: ['Give it to the ferryman.', 'Give it to [character B].'] },
  { key: 'D', texts: ['Read it aloud at once.'] },
  { key: 'B', texts: ['Keep it until winter comes.'] },
];
/** Which letter as shown an answer was read as: the content keys of A, B, C, D are C, A, D, B. */
const SHOWN: Readonly<Record<string, string>> = { C: 'A', A: 'B', D: 'C', B: 'D' };
function letter(text: string): string {
  const reading = read(text, options);
  return reading.status === 'answered' ? (SHOWN[reading.answer] as string) : reading.status;
}

describe('a free answer', () => {
  it.each([
    ['A', 'A'],
    [' B', 'B'],
    ['B.', 'B'],
    ['(C)', 'C'],
    ['(C) Read it aloud at once.', 'C'],
    ['D)', 'D'],
    ['D: Keep it until winter comes.', 'D'],
    ['"B"', 'B'],
    ['**B**', 'B'],
    ['b', 'B'],
    ['(b)', 'B'],
    ['c) because she is blunt', 'C'],
    ['A because she is blunt', 'A'],
    ['B because she is blunt', 'B'],
    ['A - Burn it', 'A'],
    ['Answer: A', 'A'],
    ['Answer: (D)', 'D'],
    ['The answer is B.', 'B'],
    ['The answer is **(C)** since she reads well.', 'C'],
    ['My choice would be option D.', 'D'],
    ['I choose A', 'A'],
    ['I choose A.', 'A'],
    ["I'd go with option C, for she is blunt.", 'C'],
    ['Ann would choose (B).', 'B'],
    ['\\boxed{D}', 'D'],
    ['Option C', 'C'],
    ['Letter B', 'B'],
    ['Ann is blunt and hates secrets.\n\nB', 'B'],
    ['She weighs it. Option D fits her best.', 'D'],
    ['Although I do not like it, the answer is B.', 'B'],
    ['A\nB is worse', 'A'],
    ['<think>Perhaps A or B.</think>C', 'C'],
    ['Read it aloud at once.', 'C'],
    ['She would read it aloud, at once!', 'C'],
    ['Option A fits her best', 'A'],
    ['Ann decides to give it to the ferryman', 'B'],
    ['Give it to [character B].', 'B'],
    ['Burn it over the lamp in', 'A'],
    ['A. Burn it over the lamp in', 'A'],
    ['Not "Read it aloud at once" but "Keep it until winter comes"', 'D'],
    ['A. Burn it over the lamp in the cellar.\nB. Give it to the ferryman.\nAnswer: B', 'B'],
  ])('%j is read as %s', (text, expected) => expect(letter(text)).toBe(expected));

  it.each([
    [''],
    ['A or B'],
    ['A, B'],
    ['A and C are both fine'],
    ['E'],
    ['A letter is a dangerous thing.'],
    ['Burn'],
    ['B. Read it aloud at once.'],
    ['The answer is A. The answer is B.'],
    ['Option A or option B'],
    ['Not A'],
    ["I wouldn't choose A"],
    ['The answer is not B'],
    ["D'Artagnan would fight"],
    ['Call the ferryman'],
    ['<think>The answer is A'],
  ])('%j is unparsed', (text) => expect(letter(text)).toBe('unparsed'));

  it.each([
    ['As an AI language model, I have no will.'],
    ['I am sorry, but no.'],
    ["I can't choose"],
  ])('%j is refused', (text) => expect(letter(text)).toBe('refused'));
});

describe('the paper’s own reading', () => {
  it('takes the bare letter alone', () => {
    expect(readBareLetter('B', options)).toEqual({ status: 'answered', answer: 'A' });
    expect(readBareLetter(' C\n', options)).toEqual({ status: 'answered', answer: 'D' });
    for (const other of ['B.', '(B)', 'b', 'Answer: B', '', 'E', 'As an AI, no']) {
      expect(readBareLetter(other, options)).toEqual({ status: 'unparsed' });
    }
  });
});
