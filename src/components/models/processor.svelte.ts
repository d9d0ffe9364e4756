import { settings } from '../../storage/here';
import { enginePool } from '../running/engine-pool';

export type ProcessorName = 'cpu' | 'gpu';

/** Where GGUF files run on this device, as the reader chose. */
export class Processor {
  #value = $state<ProcessorName>('cpu');

  get value(): ProcessorName {
    return this.#value;
  }

  /** Reads the choice. Rejects with a Problem `storage-failed`. */
  async look(): Promise<void> {
    this.#value = (await settings.all()).processor;
  }

  /** Chooses; a model that is loaded now is let go of, so that the next use starts it in the other place. */
  async choose(value: ProcessorName): Promise<void> {
    await settings.set('processor', value);
    this.#value = value;
    await enginePool.drop();
  }
}
