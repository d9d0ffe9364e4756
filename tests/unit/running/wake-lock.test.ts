import { describe, expect, it } from 'vitest';
import { keepAwake } from '../../../src/components/running/wake-lock';

function screen() {
  let visible = true;
  let changed = (): void => undefined;
  const log: string[] = [];
  return {
    log,
    show(state: boolean): void {
      visible = state;
      changed();
    },
    parts: {
      visible: () => visible,
      request: () => {
        log.push('ask');
        return Promise.resolve({
          release: () => {
            log.push('release');
            return Promise.resolve();
          },
        });
      },
      watch: (call: () => void) => {
        changed = call;
        return () => {
          changed = () => undefined;
        };
      },
    },
  };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the wake lock', () => {
  it('is asked for again whenever the page comes back into sight', async () => {
    const { log, show, parts } = screen();
    let hidden = 0;
    const end = keepAwake(() => (hidden += 1), parts);
    await settle();
    show(false);
    show(true);
    await settle();
    expect(log).toEqual(['ask', 'ask']);
    expect(hidden).toBe(1);
    end();
    await settle();
    expect(log.at(-1)).toBe('release');
    show(true);
    expect(log.filter((line) => line === 'ask')).toHaveLength(2);
  });

  it('gives back a lock that arrives after its end', async () => {
    const { log, parts } = screen();
    keepAwake(() => undefined, parts)();
    await settle();
    expect(log).toEqual(['ask', 'release']);
  });

  it('does without where the browser has none or refuses', async () => {
    const { parts } = screen();
    expect(() => keepAwake(() => undefined, { ...parts, request: undefined })()).not.toThrow();
    keepAwake(() => undefined, { ...parts, request: () => Promise.reject(new Error('low')) })();
    await settle();
  });
});
