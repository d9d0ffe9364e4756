import type { CatalogueModel } from './catalogue';
import { partsOf } from './catalogue';

/**
 * The reader's own files that are used without being kept: the browser reads them where they lie, until the page is
 * closed. By the SHA-256 of their parts, like the part store, so that a load finds them in the same way.
 */
const parts = new Map<string, Blob>();
const models = new Map<string, CatalogueModel>();

/** Takes a file in for this visit. */
export function holdForVisit(model: CatalogueModel, file: Blob): void {
  for (const part of partsOf(model)) {
    parts.set(part.sha256, file.slice(part.from, part.from + part.bytes));
  }
  models.set(model.id, model);
}

/** Lets go of a file, for example once it is kept. */
export function releaseFromVisit(id: string): void {
  for (const part of models.get(id)?.parts ?? []) parts.delete(part);
  models.delete(id);
}

/** The models held for this visit. */
export function visitModels(): readonly CatalogueModel[] {
  return [...models.values()];
}

/** The bytes of a part that is held for this visit. */
export function visitPart(sha256: string): Blob | undefined {
  return parts.get(sha256);
}
