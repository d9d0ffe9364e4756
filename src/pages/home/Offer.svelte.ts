import { asProblem, type Problem } from '../../core/errors';
import { inspectDevice } from '../../engines/device';
import { cautionsOf } from '../../components/running/cautions';
import { rememberChoice } from '../../components/running/choice';
import { chooseEmbedded } from '../../components/running/choose-model';
import { FIRST_RATES } from '../../components/running/first-rates';
import type { Needs } from '../../components/running/needs';
import { FIRST_LOOK } from './first-look';

/** What the quick study takes where nothing was run before: known without its items, its engine or the storage. */
export class Offer {
  #needs = $state.raw<Needs | null>(null);
  #problem = $state.raw<Problem | null>(null);

  /** @param onchosen another model than the embedded one is to answer: from here on the storage is needed */
  constructor(private readonly onchosen: () => void = () => undefined) {}

  /** What `Requirements` shows. */
  get facts() {
    return {
      trials: FIRST_LOOK.quick.trials,
      needs: this.#needs,
      problem: this.#problem,
      isLooking: this.#needs === null && this.#problem === null,
      chooser: {
        choose: async (id: string) => {
          await rememberChoice(id);
          this.onchosen();
        },
        again: () => this.look(),
      },
    };
  }
  get isReady(): boolean {
    return this.#needs !== null && !this.#needs.tooOld;
  }

  /** Asks the site for the model and the device for its powers. Never rejects. */
  async look(): Promise<void> {
    try {
      const [chosen, device] = await Promise.all([chooseEmbedded(), inspectDevice()]);
      const { perCharacter, perTrial } = FIRST_RATES.probability;
      const { trials, newCharacters } = FIRST_LOOK.quick;
      this.#needs = {
        chosen,
        isLoaded: false,
        ms: newCharacters * perCharacter + trials * perTrial,
        measured: false,
        cautions: cautionsOf(device, chosen),
        tooOld: device.build === 'none',
        hindrances: [],
        server: null,
      };
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }
}
