/**
 * The largest file that this build of the engine takes. wllama documents 2 GB a file (what an ArrayBuffer holds in
 * every browser), and its builds of 3.13 declare at most 65,536 pages of memory, 4 GiB, for the weights and everything
 * else together.
 */
export const MOST_FILE_BYTES = 2 ** 31 - 1;
