import firstLook from '../../../datasets/first-look/first-look.json';

/** The cells of a recorded run and the size of the quick study, so that the first page needs neither to be loaded. */
export interface FirstLook {
  /** The recorded run's id, for the way to it. */
  readonly run: string;
  readonly model: string;
  readonly rows: readonly { readonly id: string; readonly label: string }[];
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  /** Expected r in percent, with its 95 % limits. */
  readonly cells: readonly {
    readonly row: string;
    readonly column: string;
    readonly value: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly n: number;
  }[];
  readonly quick: { readonly trials: number; readonly newCharacters: number };
}

/** Made by `npm run first-look`; a test holds it against the recorded run. */
export const FIRST_LOOK: FirstLook = firstLook;
