import * as v from 'valibot';
import { comparePlaces, paragraphAt, type Novel, type Place } from '../core/novel';
import { lettered, ownDataset, type Decision, type DecisionDataset } from './dataset';
import { parseLines, type LineFault, type Row } from './lines';
import { paragraphHash } from './novels/clean';
import {
  anchorSchema,
  characterRow,
  decisionRow,
  entityRow,
  motivationSchema,
  statementSchema,
  type Character,
  type Entity,
} from './rows-schema';

/**
 * A line of one's own decisions: as the project's, but the character is a name, and what only some studies need may be
 * left out. Description and entities are given with any line of the character or novel and hold for all of them.
 */
export const ownDecisionRow = v.strictObject({
  ...decisionRow.entries,
  motivation: v.optional(motivationSchema),
  evidence: v.optional(v.pipe(v.array(anchorSchema), v.maxLength(5)), []),
  aliases: v.optional(characterRow.entries.aliases, []),
  statements: v.optional(v.array(statementSchema), []),
  entities: v.optional(v.array(v.omit(entityRow, ['novel'])), []),
});
type OwnRow = v.InferOutput<typeof ownDecisionRow>;

/** One's own decisions that are right, and what is wrong with the other lines. */
export interface OwnDecisions {
  readonly dataset: DecisionDataset;
  readonly faults: readonly LineFault[];
}

/**
 * Reads one's own decisions (JSON Lines) and holds them against the novels on the shelf. A line with a fault is left
 * out and told; the others stay.
 * @param novelOf the novel of the shelf, null where it is not there
 * @param isTaken whether an id belongs to a decision that is here already
 */
export async function readOwnDecisions(
  text: string,
  novelOf: (id: string) => Promise<Novel | null>,
  isTaken: (id: string) => boolean,
): Promise<OwnDecisions> {
  const { rows, faults } = parseLines(text, ownDecisionRow);
  const novels = new Map<string, Novel | null>();
  const seen = new Set<string>();
  const good: Row<OwnRow>[] = [];
  for (const row of rows) {
    const { novel: id } = row.value;
    const novel = novels.has(id) ? (novels.get(id) ?? null) : await novelOf(id);
    novels.set(id, novel);
    const found = await faultsOf(row, novel, (other) => isTaken(other) || seen.has(other));
    seen.add(row.value.id);
    faults.push(...found);
    if (found.length === 0) good.push(row);
  }
  faults.sort((a, b) => a.line - b.line);
  return {
    dataset: datasetOf(
      good.map(({ value }) => value),
      novels,
    ),
    faults,
  };
}

async function faultsOf(
  { line, value }: Row<OwnRow>,
  novel: Novel | null,
  isTaken: (id: string) => boolean,
): Promise<LineFault[]> {
  const faults: LineFault[] = [];
  const fault = (field: string, message: string): number => faults.push({ line, field, message });
  if (isTaken(value.id)) fault('id', 'is used already');
  if (novel === null) {
    fault('novel', `is “${value.novel}”, which is not on this device: load or add the book first`);
    return faults;
  }
  await checkAnchor(value.at, 'at');
  for (const [index, anchor] of value.evidence.entries()) {
    const field = `evidence.${index}`;
    if (comparePlaces(anchor, value.at) >= 0) fault(field, 'is not before the decision');
    await checkAnchor(anchor, field);
  }
  for (const [index, { after }] of value.statements.entries()) {
    const before = value.statements[index - 1]?.after;
    const field = `statements.${index}.after`;
    if (paragraphAt(novel, after) === undefined) fault(field, 'is no place in the novel');
    if (before && comparePlaces(before, after) > 0) fault(field, 'is not in story order');
  }
  return faults;

  async function checkAnchor(anchor: Place & { hash: string }, field: string): Promise<void> {
    const text = paragraphAt(novel as Novel, anchor);
    if (text === undefined) fault(field, 'is no place in the novel');
    else if ((await paragraphHash(text)) !== anchor.hash) {
      fault(`${field}.hash`, 'is not that of the paragraph at this place');
    }
  }
}

function datasetOf(
  rows: readonly OwnRow[],
  novels: ReadonlyMap<string, Novel | null>,
): DecisionDataset {
  const characters = new Map<string, Character>();
  const entities = new Map<string, Entity[]>();
  for (const row of rows) {
    const id = characterId(row);
    const known = characters.get(id);
    characters.set(id, {
      id,
      novel: row.novel,
      name: row.character,
      aliases: [...new Set([...(known?.aliases ?? []), ...row.aliases])],
      statements: row.statements.length > 0 ? row.statements : (known?.statements ?? []),
    });
    const list = entities.get(row.novel) ?? [];
    for (const entity of row.entities) {
      const double = list.some(({ placeholder }) => placeholder === entity.placeholder);
      if (!double) list.push({ ...entity, novel: row.novel });
    }
    if (list.length > 0) entities.set(row.novel, list);
  }
  const decisions = rows.map(
    ({
      id,
      novel,
      at,
      scenario,
      question,
      options,
      answer,
      motivation,
      evidence,
      ...row
    }): Decision => ({
      id,
      novel,
      cluster: novel,
      character: characters.get(characterId({ novel, character: row.character })) as Character,
      at,
      scenario,
      question,
      options: lettered(options),
      answer,
      motivation: motivation ?? null,
      evidence,
    }),
  );
  const texts = [...novels.values()].filter((novel) => novel !== null);
  return ownDataset(texts, decisions, entities);
}

/** One name in one novel is one character. */
function characterId({ novel, character }: Pick<OwnRow, 'novel' | 'character'>): string {
  const name = character.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `own-${novel}-${name}`;
}
