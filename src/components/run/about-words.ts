import { asProblem } from '../../core/errors';
import type { Manifest } from '../../core/run';
import type { Study } from '../../core/study';
import { en } from '../../text/en';
import { formatCount, formatDuration, formatMoment, formatShare } from '../../text/format';
import { decisionsText, novelsFact, profileFacts } from '../running/decision-facts';
import type { RunModel } from './RunModel.svelte';

/** A fact of a run: its name, its value, and whether the value is a hash or the like. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly code?: boolean;
}

const text = en.run.about;
const facts = text.facts;

/** What was asked, in words. */
export function studyFacts(run: RunModel): Fact[] {
  const { study } = run.manifest;
  const isDecision = study.suite === 'decision';
  const system = typeof study.system === 'object' ? 'text' : study.system;
  return [
    { name: facts.title, value: study.title },
    { name: facts.id, value: study.id },
    ...itemFacts(run),
    {
      name: facts.conditions,
      value: run.conditions.map(({ id }) => run.labelOf(id)).join('; '),
    },
    {
      name: facts.answer,
      value: study.answer === 'probability' ? text.byProbability : text.byGeneration,
    },
    {
      name: facts.order,
      value: isDecision ? en.lab.methods.orders[study.order] : text.orders[study.order],
    },
    { name: facts.repeats, value: formatCount(study.repeats) },
    { name: facts.lead, value: study.lead === '' ? text.noLead : text.lead(study.lead) },
    ...(isDecision ? [] : [{ name: facts.persona, value: text.placements[study.placement] }]),
    { name: facts.system, value: text.systems[system] },
    ...(isDecision
      ? profileFacts(study, run.conditions)
      : [
          { name: facts.scoring, value: text.scorings[study.scoring] },
          { name: facts.unparsed, value: text.unparseds[study.unparsed] },
        ]),
    { name: facts.seed, value: String(study.seed) },
  ];
}

/** Which file answered. */
export function modelFacts({ models }: Manifest): Fact[] {
  const { file, sha256, quantization, parameters, family, chatTemplateHash } = models.answer;
  return [
    { name: facts.file, value: known(file) },
    { name: facts.sha, value: known(sha256), code: sha256 !== '' },
    { name: facts.quantization, value: known(quantization) },
    { name: facts.parameters, value: parameters === 0 ? text.unknown : formatCount(parameters) },
    { name: facts.family, value: known(family) },
    { name: facts.template, value: known(chatTemplateHash), code: chatTemplateHash !== '' },
  ];
}

/** On what and when it was made, and what it cost. */
export function makingFacts(run: RunModel): Fact[] {
  const { manifest, samples } = run;
  let ms = 0;
  let prompt = 0;
  let cached = 0;
  for (const sample of samples) {
    ms += sample.ms;
    prompt += sample.tokens.prompt;
    cached += sample.tokens.cached;
  }
  return [
    { name: facts.engine, value: manifest.engine },
    {
      name: facts.environment,
      value: Object.entries(manifest.environment)
        .map(([key, value]) => `${key} ${String(value)}`)
        .join('; '),
    },
    { name: facts.started, value: formatMoment(manifest.startedAt) },
    {
      name: facts.finished,
      value: manifest.finishedAt === '' ? text.notFinished : formatMoment(manifest.finishedAt),
    },
    { name: facts.modelTime, value: formatDuration(ms) },
    { name: facts.samples, value: text.counts(run.done, manifest.trials) },
    {
      name: facts.tokens,
      value: prompt === 0 ? formatCount(0) : text.cached(prompt, formatShare(cached / prompt)),
    },
    { name: facts.app, value: manifest.app },
  ];
}

/** The hashes by which two runs are told to have asked the same. */
export function hashFacts(manifest: Manifest): Fact[] {
  return [
    { name: facts.runId, value: manifest.runId, code: true },
    { name: facts.studyHash, value: manifest.studyHash, code: true },
    { name: facts.dataHash, value: manifest.dataHash, code: true },
    { name: facts.promptHash, value: manifest.promptHash, code: true },
  ];
}

/** What was asked; of decisions how many, and of which novels where this version knows them. */
function itemFacts({ manifest: { study }, suite, decisions }: RunModel): Fact[] {
  const plain = { name: facts.items, value: itemsText(study.items) };
  if (decisions === null) return [plain];
  try {
    const items = suite.suite.select(study.items);
    return [
      { name: facts.items, value: decisionsText(items, decisions) },
      novelsFact(items, decisions),
    ];
  } catch (error) {
    // The study is of another version's data, which the page says elsewhere.
    if (asProblem(error).code === 'bad-study') return [plain];
    throw error;
  }
}

function itemsText(items: Study['items']): string {
  const parts: string[] = [];
  if (items.traits) parts.push(text.traits(items.traits.map((name) => en.results.traits[name])));
  if (items.behaviors) parts.push(text.behaviors(items.behaviors.length));
  if (items.novels) parts.push(text.novels(items.novels.length));
  if (items.ids) parts.push(text.ids(items.ids.length));
  if (items.perBehavior !== undefined) parts.push(text.perBehavior(items.perBehavior));
  if (items.limit !== undefined) parts.push(text.limit(items.limit));
  return parts.length === 0 ? text.itemsAll : parts.join('; ');
}

function known(value: string): string {
  return value === '' ? text.unknown : value;
}
