import { runs } from '../storage/here';
import { Batches } from './batch-here';

/** The batches of this page. */
export const batches = new Batches({
  runs,
  library: async () => (await import('./library-here')).library,
});
