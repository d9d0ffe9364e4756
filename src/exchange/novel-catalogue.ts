import { parseCatalogue, type CatalogueEntry } from '../decision/catalogue';

let known: Promise<readonly CatalogueEntry[]> | null = null;

/** The novels that the project knows, loaded when first asked for. */
export function novelCatalogue(): Promise<readonly CatalogueEntry[]> {
  known ??= import('../../datasets/decision/novels.json').then(
    ({ default: json }) => parseCatalogue(json),
    (error: unknown) => {
      known = null;
      throw error;
    },
  );
  return known;
}
