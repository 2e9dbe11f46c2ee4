// `npm test -- --part 1/3`: the part of a run that one of several machines does. Without it a machine does everything.
import { parseArgs } from 'node:util';

/** @type {{ index: number, of: number } | undefined} */
let part;

/**
 * Reads `--part K/N` from the command line. Ends the process with a message on anything else.
 * @param {string[]} args
 */
export function readPart(args) {
  const usage = 'Usage: npm test [-- --part K/N], for example --part 1/3 on the first of three machines';
  try {
    const { values } = parseArgs({ args, options: { part: { type: 'string' } } });
    if (values.part === undefined) return;
    const [, index = 0, of = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(values.part) ?? []).map(Number);
    if (index < 1 || index > of) throw new Error(`There is no part ${values.part}.`);
    part = { index, of };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(1);
  }
}

/**
 * What of a list belongs to this part: each N-th, so that neighbours, which take about as long, go to different machines.
 * @template T
 * @param {T[]} all
 * @returns {T[] | undefined} undefined where this machine does everything
 */
export function inPart(all) {
  const { index, of } = part ?? { index: 1, of: 1 };
  return part && all.filter((_, position) => position % of === index - 1);
}
