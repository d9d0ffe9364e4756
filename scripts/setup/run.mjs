/**
 * Runs programs. Always asynchronous, so that a held lock keeps its heartbeat.
 */
import { spawn } from 'node:child_process';

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 127 when the program is not there, 1 when a signal ended it
 * @property {string} stdout empty when the output was shown
 * @property {string} stderr empty when the output was shown
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {boolean} [show] let the program write to our own output instead of keeping it
 * @property {number} [timeout] milliseconds after which the program is killed
 */

/**
 * Runs one program to its end. Never rejects: a program that cannot be started is an outcome too.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { cwd, env, show = false, timeout } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stderr += text));
    child.on('error', (error) => resolve({ code: 127, stdout, stderr: error.message }));
    child.on('close', (code, signal) => {
      if (signal && timeout) stderr += `\n${program} was ended by ${signal}`;
      resolve({ code: code ?? 1, stdout, stderr });
    });
  });
}

/**
 * The line of a failed program's output that says most: the last error, else the last line.
 * @param {Outcome} outcome
 * @returns {string}
 */
export function lastWords({ stdout, stderr, code }) {
  const lines = `${stdout}\n${stderr}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? `exit code ${code}`;
}
