/** A free answer without the model's thoughts and marks of emphasis, with plain quotation marks. */
export function cleaned(text: string): string {
  return withoutThoughts(text)
    .replace(/[*_`#>~]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .trim();
}

/** What stands after the thoughts (`<think>…</think>`); thoughts that never end leave nothing. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>');
  const after = end >= 0 ? text.slice(end + '</think>'.length) : text;
  const unfinished = after.indexOf('<think>');
  return unfinished >= 0 ? after.slice(0, unfinished) : after;
}

/** Lower case, letters and digits only, single spaces, no articles, no separators of thousands. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !['a', 'an', 'the'].includes(word))
    .join(' ');
}

/** Whether a cleaned answer declines to answer as a machine. */
export function refuses(answer: string): boolean {
  return (
    /\b(?:as|i'm|i am|being) (?:just |only |merely )?an? (?:ai|artificial|(?:large )?language model|machine|(?:virtual )?assistant|computer)\b/i.test(
      answer,
    ) ||
    /\bi(?:'m| am) sorry\b/i.test(answer) ||
    /\bi(?:(?:'m| am) (?:unable|not able) to| can't| can not| cannot| won't| will not) (?:answer|decide|choose|make|provide|help|assist|give|fulfil|comply|engage|respond)/i.test(
      answer,
    )
  );
}
