/**
 * What a plain script would do for the same trials, as the measure of the machine: make every prompt's text once, sort
 * them all, and hash the whole with the machine's own SHA-256. It has no ids, and holds every prompt at once.
 */
export async function peer(study, suite, conditions) {
  const texts = [];
  for (const condition of conditions)
    for (const item of suite.select(study.items))
      for (let repeat = 1; repeat <= study.repeats; repeat += 1)
        for (let turn = 0; turn < item.options.length; turn += 1) {
          const order = [...item.options.slice(turn), ...item.options.slice(0, turn)];
          const { messages, lead } = suite.question(item, condition, order, study).input;
          texts.push(`${messages.map(({ content }) => content).join('\n')}\n${lead}`);
        }
  texts.sort();
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\n')));
}
