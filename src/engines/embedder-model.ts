import type { EmbedderInfo } from '../core/embedder';
import type { KnownFile } from './catalogue';

/** all-MiniLM-L6-v2 with weights of eight bits (Apache-2.0): the one embedding model. */
export const embeddingModel = {
  id: 'all-minilm-l6-v2-int8',
  title: 'all-MiniLM-L6-v2 (int8)',
  file: 'all-MiniLM-L6-v2.int8.onnx',
  bytes: 22_928_619,
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  parts: ['8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6'],
  // Its publisher has this encoding at no address: it is served by the site or not at all.
  sources: [{ kind: 'site' }],
} as const satisfies KnownFile;

/** What vectors are bound to. */
export const embedderInfo: EmbedderInfo = {
  id: embeddingModel.id,
  file: embeddingModel.file,
  sha256: embeddingModel.sha256,
  dimensions: 384,
  // What the model was trained with; its positions would reach to 512.
  window: 256,
};
