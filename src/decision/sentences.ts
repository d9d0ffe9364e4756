const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** After these a full stop ends no sentence, though the segmenter thinks so before a capital letter. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:Mr|Mrs|Ms|Messrs|Mme|Mlle|Dr|Prof|Rev|Hon|St|Capt|Col|Lieut|Lt|Gen|Maj|Sgt|Sir|Esq|Jr|Sr|Vol|No|\p{Lu})\.$/u;

/** Where the sentences of a text end (the white space after them left out), in order. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const length = segment.trimEnd().length;
    if (length === 0) continue;
    const end = index + length;
    const goesOn =
      !segment.includes('\n') &&
      (ABBREVIATION.test(text.slice(0, end).slice(-16)) ||
        /^\s*\p{Ll}/u.test(text.slice(end, end + 8)));
    if (!goesOn || end === text.trimEnd().length) ends.push(end);
  }
  return ends;
}

/** The sentences of a text, trimmed. */
export function sentencesOf(text: string): string[] {
  return sentenceEnds(text).map((end, index, ends) => text.slice(ends[index - 1] ?? 0, end).trim());
}
