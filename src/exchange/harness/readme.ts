import type { PreparedPlan } from '../../experiment/plan';

/** What an exported folder says of itself. */
export function lmEvalReadme(
  plan: PreparedPlan,
  parts: { base: string; generate: boolean; loglikelihood: boolean },
): string {
  const { base, generate, loglikelihood } = parts;
  const run = `pip install "lm-eval[api]"
lm_eval run --model local-chat-completions \\
  --model_args model=NAME,base_url=http://127.0.0.1:8000/v1/chat/completions,num_concurrent=1 \\
  --include_path . --tasks ${base} --apply_chat_template --log_samples --output_path results`;
  const ask = `## Run it

In this folder, with a server like OpenAI's at the address given:

\`\`\`sh
${run}
\`\`\`

Put the \`results_*.json\` and every \`samples_*.jsonl\` that it writes together onto the page of runs: they become one
run. \`exact_match\` is lm-eval's own count, by the plain pattern in the YAML; Crossroads reads the raw answers again
with its documented parser and tells where the two differ.
`;
  const likelihood = `## By log-likelihood (untested)

\`${base}_loglikelihood\` asks for the log-likelihood of each option's surface forms, which chat completions do not
give. It is meant for vLLM and was not run against one:

\`\`\`sh
lm_eval run --model vllm --model_args pretrained=NAME --include_path . --tasks ${base}_loglikelihood \\
  --apply_chat_template --log_samples --output_path results
\`\`\`
`;
  return [heading(plan), generate ? ask : '', loglikelihood ? likelihood : '', cautions(plan)]
    .filter((part) => part !== '')
    .join('\n');
}

/** What an exported folder says of itself. */
export function inspectReadme(plan: PreparedPlan, base: string): string {
  return `${heading(plan)}
## Run it

In this folder, with a server like OpenAI's at the address given:

\`\`\`sh
pip install inspect-ai openai
export SERVER_BASE_URL=http://127.0.0.1:8000/v1 SERVER_API_KEY=none
inspect eval ${base}.py --model openai-api/server/NAME --max-connections 1 --log-dir logs
\`\`\`

Put the log (\`.eval\` or \`.json\`) onto the page of runs: it becomes a run. The score in the log is Inspect's own
count, by a plain pattern; Crossroads reads the raw answers again with its documented parser and tells where the two
differ.

${cautions(plan)}`;
}

function heading({ study, trials, conditions }: PreparedPlan): string {
  return `# ${study.title}

A study of Crossroads as a task: ${trials.length} trials under ${conditions.length} conditions, each with its id, item,
condition and order. The whole study stands in the task's metadata, so that its log becomes a run without anything
else.
`;
}

function cautions({ study, conditions }: PreparedPlan): string {
  const lines = [
    study.system === 'none'
      ? "- The study sends no system message. Many models' templates then add one of their own; the tools and the server decide that, not the study."
      : '',
    study.lead === ''
      ? ''
      : `- The model's turn begins with ${JSON.stringify(study.lead)}, sent as the last message. llama.cpp's server goes on with it; vLLM needs \`continue_final_message\` and \`add_generation_prompt: false\` in the request; OpenAI's service does not go on with it at all.`,
    conditions.some(({ thinking }) => thinking)
      ? '- Some conditions think first. That is asked for by `chat_template_kwargs`, which vLLM and llama.cpp know.'
      : '- A model that thinks unless told otherwise needs `chat_template_kwargs: {"enable_thinking": false}` in the request.',
    study.suite === 'decision'
      ? "- The data may hold passages of the novels, as the model must see them. Mind their licence before you share this folder or its logs; the run that is made of a log holds the passages' places only."
      : '',
  ].filter((line) => line !== '');
  return `## Before you compare\n\n${lines.join('\n')}\n`;
}
