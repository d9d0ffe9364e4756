/** The worker of WebLLM: the only place that imports it, a thin adapter of one host to messages. */
import { MLCEngine } from '@mlc-ai/web-llm';
import type { GpuLike } from './webllm-device';
import { WebllmHost } from './webllm-host';
import type { Request } from './webllm-protocol';

const { gpu } = navigator as { gpu?: GpuLike };
const host = new WebllmHost({
  webllm: { MLCEngine },
  gpu,
  post: (answer) => self.postMessage(answer),
});

self.addEventListener('message', ({ data }: MessageEvent<Request>) => host.receive(data));
