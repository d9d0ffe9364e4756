/**
 * How a script behaves as a command.
 */
import { messageOf } from './files.mjs';

/**
 * Does a command's work; a failure ends it with one sentence and exit code 1.
 * @param {() => Promise<void>} work
 */
export async function asCommand(work) {
  try {
    await work();
  } catch (error) {
    // A problem of the project's says besides what was kept and what to do next.
    console.error(error?.sentence ?? messageOf(error));
    process.exitCode = 1;
  }
}
