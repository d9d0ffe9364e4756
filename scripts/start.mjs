/**
 * `npm start`: installs what is missing, builds what has changed, serves the site here.
 */
import { build } from './build.mjs';
import { serve } from './serve.mjs';
import { asCommand } from './setup/command.mjs';
import { distDir } from './setup/paths.mjs';

const DEFAULT_PORT = 4173;

/**
 * @returns {number}
 */
function wantedPort() {
  const named = process.env.PORT;
  if (!named) return DEFAULT_PORT;
  const port = Number(named);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${named}", which is not the number of a port.`);
}

await asCommand(async () => {
  const port = wantedPort();
  const { missing } = await build();
  const { url } = await serve({ root: distDir, port });
  if (missing !== undefined) console.log(`${missing} The page opens with recorded runs.`);
  console.log(`Crossroads is at ${url}`);
});
