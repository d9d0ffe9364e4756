import { expect, it } from 'vitest';
import { quietTitle } from '../../../../src/decision/novels/titles';

it.each([
  ['CHAPTER IV', 'Chapter IV'],
  ['CHAPTER I. Down the Rabbit-Hole', 'Chapter I. Down the Rabbit-Hole'],
  ['I. A DISCUSSION SOMEWHAT IN THE AIR', 'I. A Discussion Somewhat in the Air'],
  ['THE MAN WHO WAS THURSDAY', 'The Man Who Was Thursday'],
  ['XX. DIES IRAE', 'XX. Dies Irae'],
  ["THE CAPTAIN'S TABLE", "The Captain's Table"],
  ['AND I ONLY AM ESCAPED', 'And I Only Am Escaped'],
  ['VOLUME II', 'Volume II'],
  ['PART ONE', 'Part One'],
  ['Loomings.', 'Loomings.'],
  ['Letter 4', 'Letter 4'],
  ['The USS Monitor', 'The USS Monitor'],
])('%s is shown as %s', (title, shown) => {
  expect(quietTitle(title)).toBe(shown);
});
