import { comparePlaces, type Novel, type Place } from '../core/novel';

/** A chapter on the ribbon; lengths are in any one unit. */
export interface RibbonSegment {
  readonly label: string;
  readonly length: number;
  readonly href?: string;
}

/** What a mark stands for; each kind has a shape of its own. */
export type RibbonKind = 'decision' | 'memory' | 'left-out' | 'evidence';

/** Something at a place along the text. */
export interface RibbonMark {
  readonly id: string;
  readonly kind: RibbonKind;
  /** In the unit of the segments' lengths, from the start of the text. */
  readonly from: number;
  /** Where it ends; left out for a point. */
  readonly to?: number;
  /** Read aloud, and shown while it is pointed at. */
  readonly label: string;
  /** Where it leads; without one it is pressed (`onpick`). */
  readonly href?: string;
}

/** A novel laid out along a line, in characters. */
export interface RibbonScale {
  readonly segments: readonly RibbonSegment[];
  readonly length: number;
  /** Where a paragraph begins; the end of the text for a place after its last. */
  start(place: Place): number;
  /** Where a paragraph ends. */
  end(place: Place): number;
}

/** The scale of a novel. A chapter without a word still has a place. */
export function ribbonScale(novel: Novel, href?: (chapter: number) => string): RibbonScale {
  const starts: number[][] = [];
  let length = 0;
  const segments = novel.chapters.map(({ title, paragraphs }, index): RibbonSegment => {
    const from = length;
    starts.push(
      paragraphs.map((text) => {
        length += text.length + 1;
        return length - text.length - 1;
      }),
    );
    if (length === from) length += 1;
    const target = href?.(index + 1);
    return {
      label: title,
      length: length - from,
      ...(target === undefined ? {} : { href: target }),
    };
  });
  const flat = starts.flatMap((list, chapter) =>
    list.map((start, paragraph) => ({
      place: { chapter: chapter + 1, paragraph: paragraph + 1 },
      start,
    })),
  );
  const firstFrom = (place: Place): number => {
    let [low, high] = [0, flat.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePlaces((flat[middle] as { place: Place }).place, place) < 0) low = middle + 1;
      else high = middle;
    }
    return flat[low]?.start ?? length;
  };
  return {
    segments,
    length,
    start: firstFrom,
    end: ({ chapter, paragraph }) => firstFrom({ chapter, paragraph: paragraph + 1 }),
  };
}
