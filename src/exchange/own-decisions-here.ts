import { asProblem } from '../core/errors';
import { ownDataset, type DecisionDataset } from '../decision/dataset';
import { ownDecisions } from '../storage/here';

/**
 * The reader's own decisions in this browser. None where it keeps nothing or cannot read them: the project's are shown
 * all the same, and the library says what is wrong.
 */
export async function ownDecisionsHere(): Promise<DecisionDataset> {
  try {
    return await ownDecisions.all();
  } catch (error) {
    console.warn(asProblem(error).sentence);
    return ownDataset([], []);
  }
}
