import { describe, expect, it } from 'vitest';
import { Preparing } from '../../../src/components/running/Preparing.svelte';

describe('what a profile waits for', () => {
  it('is told from the novel to its vectors, and nothing once all is there', () => {
    const preparing = new Preparing();
    preparing.begin();
    preparing.onNovel({ share: 0.25 });
    expect(preparing.now).toEqual({ what: 'novel', done: 0.25, total: 1 });
    preparing.onNovel({ share: 1 });
    expect(preparing.now).toBeNull();
    // All bytes are there, but the model has yet to start.
    preparing.onLoad({ done: 22, total: 22 });
    expect(preparing.now).toEqual({ what: 'embedder', done: 22, total: 22 });
    preparing.onLoad({ done: 0, total: 0 });
    expect(preparing.now?.total).toBe(0);
    preparing.onVectors({ done: 16, total: 40 });
    expect(preparing.now).toEqual({ what: 'vectors', done: 16, total: 40 });
    preparing.onVectors({ done: 40, total: 40 });
    expect(preparing.now).toBeNull();
  });

  it('is nothing while another page of this one uses the library', () => {
    const preparing = new Preparing();
    preparing.onLoad({ done: 1, total: 22 });
    expect(preparing.now).toBeNull();
    preparing.begin();
    preparing.onVectors({ done: 1, total: 40 });
    preparing.end();
    expect(preparing.now).toBeNull();
    preparing.onVectors({ done: 2, total: 40 });
    expect(preparing.now).toBeNull();
  });
});
