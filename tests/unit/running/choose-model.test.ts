import { describe, expect, it } from 'vitest';
import { chooseModel, type Surroundings } from '../../../src/components/running/choose-model';
import { Problem } from '../../../src/core/errors';
import { catalogue } from '../../../src/engines/catalogue';

const [first, second] = catalogue as [(typeof catalogue)[0], (typeof catalogue)[0]];

function around(
  kept: Record<string, number>,
  offered: readonly string[],
  missing = '',
): Surroundings {
  return {
    kept: (model) => Promise.resolve(kept[model.id] ?? 0),
    offered: (model) => Promise.resolve(offered.includes(model.id)),
    missing: () => Promise.resolve(missing),
  };
}

describe('the model for a study', () => {
  it('is the first of the catalogue for `embedded`, with what is still to be downloaded', async () => {
    const chosen = await chooseModel('embedded', around({ [first.id]: 1000 }, [first.id]));
    expect(chosen).toEqual({
      model: first,
      download: first.bytes - 1000,
      insteadOf: null,
      missing: '',
    });
  });

  it('is taken from this device without asking the site', async () => {
    const chosen = await chooseModel('embedded', {
      ...around({ [first.id]: first.bytes }, []),
      offered: () => Promise.reject(new Error('offline')),
    });
    expect(chosen.download).toBe(0);
  });

  it('falls back to the file as published, and says instead of what and why', async () => {
    const chosen = await chooseModel('embedded', around({}, [second.id], 'pip was not found.'));
    expect(chosen.model).toBe(second);
    expect(chosen.insteadOf).toBe(first);
    expect(chosen.missing).toBe('pip was not found.');
  });

  it('never stands in for a model that a study names', async () => {
    await expect(chooseModel(first.id, around({}, [second.id]))).rejects.toMatchObject({
      code: 'model-missing',
    });
  });

  it('passes on what the site says is missing', async () => {
    const asked = chooseModel('embedded', around({}, [], 'pip was not found.'));
    await expect(asked).rejects.toThrow('pip was not found.');
    await expect(chooseModel('gpt-x', around({}, []))).rejects.toBeInstanceOf(Problem);
  });
});
