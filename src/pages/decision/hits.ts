import type { RibbonMark, RibbonScale } from '../../components/ribbon';
import { textBetween, type Novel } from '../../core/novel';
import type { RetrieverKind } from '../../core/retriever';
import type { HitTrace, ProfileTrace } from '../../decision/profile';
import { en } from '../../text/en';
import { placeHref, spanWords } from './places';

/** A passage that a search found, with its text and how much of it the model sees. */
export interface ShownHit extends HitTrace {
  readonly text: string;
  /** Characters of the text that the profile holds; 0 where it was left out. */
  readonly used: number;
}

/** The passages of a profile's trace, best first within each query as they were found. */
export function shownHits({ memories, parts }: ProfileTrace, novel: Novel): ShownHit[] {
  return (memories?.hits ?? []).map((hit) => {
    const text = textBetween(novel, hit.from, hit.to) ?? '';
    const isUsed = hit.fate === 'whole' || hit.fate === 'cut';
    const part = parts.find(
      ({ kind, passage }) =>
        kind === 'memory' &&
        passage?.from.chapter === hit.from.chapter &&
        passage.from.paragraph === hit.from.paragraph,
    );
    const used = isUsed ? (part?.passage?.characters ?? text.length) : 0;
    return { ...hit, text, used };
  });
}

/** The words that made a passage's score or a part of it: none where it was found by meaning alone or by chance. */
export function wordsBehind(
  { terms }: Pick<HitTrace, 'terms'>,
  search: RetrieverKind | null,
): HitTrace['terms'] {
  return search === 'bm25' || search === 'hybrid' ? terms : [];
}

/** True where one passage alone is used, and not the whole of it: passages are longer than what the budget leaves. */
export function onlyInPart({ memories }: Pick<ProfileTrace, 'memories'>): boolean {
  const used = (memories?.hits ?? []).filter(({ fate }) => fate === 'whole' || fate === 'cut');
  return used.length === 1 && used[0]?.fate === 'cut';
}

/** The passages on the ribbon; of one found twice, the use counts. */
export function hitMarks(
  hits: readonly ShownHit[],
  novel: Novel,
  scale: RibbonScale,
): RibbonMark[] {
  const marks = new Map<string, RibbonMark>();
  for (const hit of [...hits].sort((a, b) => a.used - b.used)) {
    const place = spanWords(hit.from, hit.to);
    const isUsed = hit.used > 0;
    marks.set(hit.chunk, {
      id: `hit ${hit.chunk}`,
      kind: isUsed ? 'memory' : 'left-out',
      from: scale.start(hit.from),
      to: scale.end(hit.to),
      label: isUsed ? en.decision.marks.memory(place) : en.decision.marks.leftOut(place),
      href: placeHref(novel.id, hit.from),
    });
  }
  return [...marks.values()];
}
