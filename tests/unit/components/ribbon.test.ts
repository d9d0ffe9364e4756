import { describe, expect, it } from 'vitest';
import { ribbonScale } from '../../../src/components/ribbon';
import type { Novel } from '../../../src/core/novel';

const novel: Novel = {
  id: 'n',
  title: 'N',
  author: 'A',
  hash: '0'.repeat(64),
  // Each paragraph takes its characters and the end of its line.
  chapters: [
    { title: 'One', paragraphs: ['abc', 'de'] },
    { title: 'Empty', paragraphs: [] },
    { title: 'Two', paragraphs: ['f'] },
  ],
};

describe('ribbonScale', () => {
  const scale = ribbonScale(novel, (chapter) => `#${chapter}`);

  it('gives each chapter the length of its paragraphs, and an empty one a place', () => {
    expect(scale.segments).toEqual([
      { label: 'One', length: 7, href: '#1' },
      { label: 'Empty', length: 1, href: '#2' },
      { label: 'Two', length: 2, href: '#3' },
    ]);
    expect(scale.length).toBe(10);
  });

  it('knows where paragraphs begin and end', () => {
    expect(scale.start({ chapter: 1, paragraph: 1 })).toBe(0);
    expect(scale.start({ chapter: 1, paragraph: 2 })).toBe(4);
    expect(scale.start({ chapter: 3, paragraph: 1 })).toBe(8);
    expect(scale.end({ chapter: 1, paragraph: 1 })).toBe(4);
    // The last of a chapter ends where the next paragraph begins.
    expect(scale.end({ chapter: 1, paragraph: 2 })).toBe(8);
    expect(scale.end({ chapter: 3, paragraph: 1 })).toBe(10);
  });

  it('puts a place after the last at the end', () => {
    expect(scale.start({ chapter: 9, paragraph: 1 })).toBe(10);
  });
});
