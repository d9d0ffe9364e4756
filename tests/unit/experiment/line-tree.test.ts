import { describe, expect, it } from 'vitest';
import { LineTree, sharedPrefix } from '../../../src/experiment/line-tree';

/** The texts in the order of their places in a tree to which they were added as given. */
function walked(texts: readonly string[]): string[] {
  const tree = new LineTree();
  const ends = texts.map((text) => tree.add(text));
  const places = tree.places();
  return texts
    .map((text, index) => ({ text, place: places[ends[index] as number] as number }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

describe('LineTree', () => {
  it('walks branches as they first appeared, and a text before those that go on from it', () => {
    expect(walked(['b\n2\nx', 'a\n1', 'b\n1', 'b\n2', 'a', 'b\n2\nw', 'a\n1\n'])).toEqual([
      'b\n2',
      'b\n2\nx',
      'b\n2\nw',
      'b\n1',
      'a',
      'a\n1',
      'a\n1\n',
    ]);
  });

  it('ends equal texts at one node', () => {
    const tree = new LineTree();
    const end = tree.add('one\ntwo');
    tree.add('one');
    tree.add('two');
    expect(tree.add('one\ntwo')).toBe(end);
    expect(tree.length(end)).toBe(7);
  });

  it('shares with a neighbour what a comparison of the characters finds', () => {
    const texts = [
      '',
      '\n',
      'ab',
      'ab\n',
      'abc\nd',
      'ab\nabc',
      'ab\nabd\n',
      'ab\nabc\nx',
      'b\nabc',
    ];
    const tree = new LineTree();
    const ends = texts.map((text) => tree.add(text));
    for (const [i, a] of texts.entries())
      for (const [j, b] of texts.entries()) {
        expect(tree.shared(ends[i] as number, ends[j] as number), JSON.stringify([a, b])).toBe(
          sharedPrefix(a, b),
        );
      }
  });
});
