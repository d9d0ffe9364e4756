/**
 * What WebLLM asks of an adapter at the least, by WebGPU's names. Its larger wishes (1 GB for a buffer and a binding)
 * it gives up by itself.
 */
const LEAST = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
} as const;

/** The limits of an adapter that are looked at; one that a browser does not tell is taken to be enough. */
export type Limits = Readonly<Partial<Record<keyof typeof LEAST, number>>>;

/** A sentence on the first limit that is too small for any model; null where all are large enough. */
export function limitTooSmall(limits: Limits): string | null {
  for (const [name, least] of Object.entries(LEAST) as [keyof typeof LEAST, number][]) {
    const limit = limits[name];
    if (limit !== undefined && limit < least) {
      return `This graphics card's limit ${name} is ${limit}; WebLLM needs ${least}.`;
    }
  }
  return null;
}
