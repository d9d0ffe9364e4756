import { canonical, type Json } from '../core/hash';
import type { Manifest, Run } from '../core/run';

/** `json`: one value; `jsonl`: JSON Lines, the manifest first. */
export type RunFormat = 'json' | 'jsonl';

/**
 * A run's file in pieces, each ending its line, so that no string holds a large run.
 * Members stand in one order whatever made the run, so equal runs give equal files.
 */
export function* runLines(run: Run, format: RunFormat): Generator<string> {
  const { manifest, artifacts, samples } = run;
  if (format === 'jsonl') {
    yield `{"format":"crossroads-run/1","manifest":${canonical(manifest as Json)}}\n`;
    for (const artifact of artifacts) yield `{"artifact":${canonical(artifact as Json)}}\n`;
    for (const sample of samples) yield `{"sample":${canonical(sample)}}\n`;
    return;
  }
  yield '{"format":"crossroads-run/1",\n';
  yield `"manifest":${canonical(manifest as Json)},\n`;
  yield* listLines('artifacts', artifacts as readonly Json[], ',\n');
  yield* listLines('samples', samples, '}\n');
}

/** A run's file as one JSON text. */
export function writeRunJson(run: Run): string {
  return [...runLines(run, 'json')].join('');
}

/** A run's file as JSON Lines. */
export function writeRunLines(run: Run): string {
  return [...runLines(run, 'jsonl')].join('');
}

/** A run's file as a Blob, ready to be saved. */
export function runBlob(run: Run, format: RunFormat): Blob {
  const parts: string[] = [];
  let lines: string[] = [];
  for (const line of runLines(run, format)) {
    lines.push(line);
    // A Blob of a few large parts is made faster than one of 20,000.
    if (lines.length === 1000) {
      parts.push(lines.join(''));
      lines = [];
    }
  }
  parts.push(lines.join(''));
  return new Blob(parts, { type: format === 'json' ? 'application/json' : 'application/jsonl' });
}

/** The same file compressed. */
export async function gzipped(blob: Blob): Promise<Blob> {
  const packed = blob.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = await new Response(packed).arrayBuffer();
  return new Blob([bytes], { type: 'application/gzip' });
}

/** A name for a run's file: the study, the model, the day; letters, digits, points and hyphens only. */
export function runFileName(manifest: Manifest, format: RunFormat, compressed = false): string {
  const words = [manifest.study.id, manifest.models.answer.id, manifest.startedAt.slice(0, 10)];
  const name = words
    .map((word) => word.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 150);
  return `${name}.${format}${compressed ? '.gz' : ''}`;
}

function* listLines(member: string, list: readonly Json[], end: string): Generator<string> {
  yield `"${member}":[\n`;
  for (const [i, value] of list.entries()) {
    yield `${canonical(value)}${i === list.length - 1 ? '' : ','}\n`;
  }
  yield `]${end}`;
}
