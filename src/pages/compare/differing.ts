import { canonical, type Json } from '../../core/hash';
import { plainText } from '../../core/passage';
import type { Manifest, Sample } from '../../core/run';
import type { Study } from '../../core/study';
import { promptParts } from '../../components/prompt-parts';
import { compare } from '../../text/en-compare';

/** Something in which the two sides are not the same, with both values in words; empty where words say nothing. */
export interface Differing {
  readonly kind: DifferingKind;
  readonly a: string;
  readonly b: string;
}
export type DifferingKind =
  'condition' | 'model' | 'template' | 'engine' | 'items' | 'prompts' | 'roles' | SettingKind;
type SettingKind = (typeof SETTINGS)[number];

/** The settings of a study that bear on a sample, whatever the suite. */
const SETTINGS = [
  'answer',
  'order',
  'repeats',
  'lead',
  'system',
  'placement',
  'scoring',
  'reading',
  'unparsed',
  'decoding',
  'profile',
  'templates',
] as const;
const ROLES = ['describe', 'locate', 'judge', 'embed'] as const;

/** A side as far as this goes. */
export interface DifferingSide {
  readonly manifest: Manifest;
  /** The condition's id and its words. */
  readonly condition: { readonly id: string; readonly label: string };
  /** The samples of that condition. */
  readonly samples: readonly Sample[];
}

/**
 * In what two sides differ, the condition first, so that a difference of several things is not taken for a difference
 * of one. A model file whose hash is not known is never the same; a chat template that came with another file is no
 * difference of its own.
 */
export function differingOf(a: DifferingSide, b: DifferingSide): Differing[] {
  const found: Differing[] = [];
  const add = (kind: DifferingKind, x: string, y: string): void => {
    found.push({ kind, a: x, b: y });
  };
  if (a.condition.id !== b.condition.id) add('condition', a.condition.label, b.condition.label);
  if (a.manifest.runId === b.manifest.runId) return found;
  const [first, second] = [a.manifest.models.answer, b.manifest.models.answer];
  const sameFile = first.sha256 !== '' && first.sha256 === second.sha256;
  if (!sameFile) add('model', modelWords(first), modelWords(second));
  else if (first.chatTemplateHash !== second.chatTemplateHash) {
    add('template', short(first.chatTemplateHash), short(second.chatTemplateHash));
  }
  if (a.manifest.engine !== b.manifest.engine) add('engine', a.manifest.engine, b.manifest.engine);
  if (a.manifest.dataHash !== b.manifest.dataHash) {
    add('items', itemsWords(a.samples), itemsWords(b.samples));
  }
  for (const kind of SETTINGS) {
    const [x, y] = [settingOf(a.manifest.study, kind), settingOf(b.manifest.study, kind)];
    if (x !== y) add(kind, x, y);
  }
  if (ROLES.some((role) => fileOf(a, role) !== fileOf(b, role))) {
    add('roles', rolesWords(a.manifest), rolesWords(b.manifest));
  }
  const prompts = promptsApart(a, b);
  if (prompts !== null && prompts.apart > 0) {
    add('prompts', compare.differing.prompts(prompts.apart, prompts.shared), '');
  }
  return found;
}

/**
 * On how many shared items one condition's prompts hold other words, the chat template's own markers and the white
 * space around them left out; null where the hashes say that the prompts are the same, or the conditions are not.
 */
export function promptsApart(
  a: DifferingSide,
  b: DifferingSide,
): { readonly apart: number; readonly shared: number } | null {
  if (a.condition.id !== b.condition.id) return null;
  // A decision's profile is made while the run goes on, so the hash of the plan's prompts says nothing of it.
  const planned = a.manifest.study.suite !== 'decision' && a.manifest.promptHash !== '';
  if (planned && a.manifest.promptHash === b.manifest.promptHash) return null;
  const others = new Map(b.samples.map((sample) => [keyOf(sample), sample]));
  let shared = 0;
  let apart = 0;
  for (const sample of a.samples) {
    const other = others.get(keyOf(sample));
    if (other === undefined) continue;
    const [x, y] = [plainText(sample.prompt), plainText(other.prompt)];
    if (x === '' || y === '') continue;
    shared += 1;
    if (wordsOf(x) !== wordsOf(y)) apart += 1;
  }
  return { apart, shared };
}

function keyOf({ item, order }: Sample): string {
  return `${item}\n${order}`;
}

function wordsOf(prompt: string): string {
  return promptParts(prompt)
    .flatMap(({ kind, text }) => (kind === 'text' && text.trim() !== '' ? [text.trim()] : []))
    .join('\n');
}

/** A setting as a text that is the same where the setting is. */
function settingOf(study: Study, kind: SettingKind): string {
  if (kind === 'decoding') {
    return study.answer === 'generate' ? canonical(study.decoding as Json) : '';
  }
  if (kind === 'templates') return study.templates === undefined ? '' : compare.differing.own;
  // For decisions only; another suite's has no part in its prompts.
  if (kind === 'profile') return study.profile === undefined ? '' : canonical(study.profile);
  if (kind === 'system' && typeof study.system === 'object') return study.system.text;
  const value = study[kind];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function itemsWords(samples: readonly Sample[]): string {
  return compare.differing.items(new Set(samples.map(({ item }) => item)).size);
}

function modelWords({ id, sha256 }: Manifest['models']['answer']): string {
  return sha256 === '' ? compare.differing.unknownFile(id) : `${id} (${short(sha256)})`;
}

function fileOf({ manifest }: DifferingSide, role: (typeof ROLES)[number]): string {
  const model = manifest.models[role];
  return model === undefined ? '' : model.sha256 || model.id;
}

function rolesWords({ models }: Manifest): string {
  return ROLES.flatMap((role) =>
    models[role] === undefined ? [] : [`${role} ${models[role].id}`],
  ).join(', ');
}

/** Enough of a hash to tell two apart. */
function short(hash: string): string {
  return hash.slice(0, 8);
}
