import type { BatchFiles } from '../../exchange/batch-here';
import { saveFile } from '../../exchange/download';
import { zipped } from '../../exchange/zipped';

/** Gives a batch to the browser to save: one file, or several packed as one. */
export async function saveBatch({ files }: BatchFiles): Promise<void> {
  const [only, ...others] = files;
  if (only === undefined) return;
  if (others.length === 0) return saveFile(only.name, only.text, 'application/jsonl');
  const folder = only.name.replace(/\.jsonl$/, '');
  saveFile(`${folder}.zip`, await zipped(files, folder));
}
