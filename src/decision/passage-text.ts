import { Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import { textBetween, type Novel, type Place } from '../core/novel';
import type { Passage, Quoted } from '../core/passage';
import type { Replacer } from './entities';

/** A passage of a novel as a model sees it, with its place and hash. */
export async function quote(
  novel: Novel,
  from: Place,
  to: Place,
  { replacer, characters }: { readonly replacer: Replacer | null; readonly characters?: number },
): Promise<Quoted> {
  const place = {
    novel: novel.id,
    from: { chapter: from.chapter, paragraph: from.paragraph },
    to: { chapter: to.chapter, paragraph: to.paragraph },
    ...(characters === undefined ? {} : { characters }),
    ...(replacer === null ? {} : { entities: true }),
  };
  const text = passageText(novel, place, replacer);
  if (text === null) throw moved(novel);
  return { passage: { ...place, hash: (await sha256(text)).slice(0, 16) }, text };
}

/**
 * The text that a passage stands for, cut and with names replaced as it says; null where the novel has no such place.
 * @param replacer of the passage's novel, used only where the passage says that names were replaced
 */
export function passageText(
  novel: Novel,
  passage: Omit<Passage, 'hash'>,
  replacer: Replacer | null,
): string | null {
  const whole = textBetween(novel, passage.from, passage.to);
  if (whole === null) return null;
  const text = passage.characters === undefined ? whole : whole.slice(0, passage.characters);
  return passage.entities === true && replacer !== null ? replacer.replace(text) : text;
}

/**
 * A kept passage with its text.
 * @throws Problem `hash-mismatch` where the novel's text, or its list of names, is not the one that was quoted
 */
export async function quoted(
  novel: Novel,
  passage: Passage,
  replacer: Replacer | null,
): Promise<Quoted> {
  const text = passageText(novel, passage, replacer);
  if (text === null || (await sha256(text)).slice(0, 16) !== passage.hash) throw moved(novel);
  return { passage, text };
}

function moved({ title }: Novel): Problem {
  return new Problem('hash-mismatch', {
    what: `The text of ${title} on the shelf is not the one that this was made from.`,
    kept: 'What was recorded stays as it is.',
    next: 'Load the novel again, or open the run with the version that it was made with.',
  });
}
