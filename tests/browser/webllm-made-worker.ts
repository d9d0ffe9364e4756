/**
 * A worker of WebLLM with a made-up model around a real device: it has WebGPU's own adapter and loses its own device.
 * Only the computing is made up, for which no weights can be had here.
 */
import type { GpuLike } from '../../src/engines/webllm-device';
import { WebllmHost } from '../../src/engines/webllm-host';
import type { Request } from '../../src/engines/webllm-protocol';
import { madeModel, madeModule } from '../unit/engines/made-webllm';

interface RealDevice {
  destroy(): void;
}

const { gpu } = navigator as { gpu?: GpuLike };
let device: RealDevice | null = null;

const made = madeModel((prompt, written) => {
  if (prompt.includes('capital')) return written === '' ? { Paris: 1 } : { '<|im_end|>': 1 };
  return { ' Yes': 0.6, ' No': 0.4 };
});
made.beforeToken = async () => {
  // As WebLLM does it: the device belongs to the engine and is asked for once.
  device ??= (await (await gpu?.requestAdapter())?.requestDevice()) as unknown as RealDevice;
  const { prompt } = made.requests.at(-1) ?? {};
  if (typeof prompt !== 'string' || !prompt.includes('destroy')) return;
  device.destroy();
  // What is under way on a lost device may never come back.
  await new Promise(() => undefined);
};

const host = new WebllmHost({
  webllm: madeModule(made),
  gpu,
  post: (answer) => self.postMessage(answer),
});
self.addEventListener('message', ({ data }: MessageEvent<Request>) => host.receive(data));
