import { describe, expect, it } from 'vitest';
import { chooseModel, type Surroundings } from '../../../src/components/running/choose-model';
import { Problem } from '../../../src/core/errors';
import type { AnswerModel } from '../../../src/engines/answer-model';
import { catalogue } from '../../../src/engines/catalogue';
import { endpointModel, mlcModel } from './made-models';

const [first, second] = catalogue as [(typeof catalogue)[0], (typeof catalogue)[0]];

function around(
  kept: Record<string, number>,
  offered: readonly string[],
  missing = '',
  own: { readonly chosen?: string; readonly known?: readonly AnswerModel[] } = {},
): Surroundings {
  return {
    kept: (model) => Promise.resolve(kept[model.id] ?? 0),
    offered: (model) => Promise.resolve(offered.includes(model.id)),
    missing: () => Promise.resolve(missing),
    chosen: () => Promise.resolve(own.chosen ?? ''),
    known: (id) => Promise.resolve(own.known?.find((model) => model.id === id)),
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

  it('is the one that the reader chose, where the study names none', async () => {
    const own = { chosen: endpointModel.id, known: [endpointModel] };
    const chosen = await chooseModel('embedded', around({}, [first.id], '', own));
    expect(chosen).toEqual({ model: endpointModel, download: 0, insteadOf: null, missing: '' });
    // A choice that is gone leaves the page's own.
    const gone = await chooseModel('embedded', around({}, [first.id], '', { chosen: 'x' }));
    expect(gone.model).toBe(first);
  });

  it('is the one that the study names, whatever the reader chose', async () => {
    const own = { chosen: endpointModel.id, known: [endpointModel, mlcModel] };
    const named = await chooseModel(mlcModel.id, around({}, [], '', own));
    expect(named).toMatchObject({ model: mlcModel, download: mlcModel.bytes });
    expect((await chooseModel(first.id, around({}, [first.id], '', own))).model).toBe(first);
  });

  it('that was added from a file which is gone is said so', async () => {
    const lost = { ...first, id: 'own-file', title: 'My file', sources: [] };
    const asked = chooseModel('own-file', around({}, [], '', { known: [lost] }));
    await expect(asked).rejects.toThrow('The file of My file is no longer on this device.');
  });
});
