// `npm test -- --part 1/3`: the part of a run that one of several machines does. Without it a machine does everything.
import { readArguments, refuseArguments } from './arguments.mjs';

/** @type {{ index: number, of: number } | undefined} */
let part;

/**
 * Reads `--part K/N` from this process's arguments, or ends it with a message.
 * @param {string} usage how the program is called, in lines
 */
export function readPart(usage) {
  const { values } = readArguments(usage, { options: { part: { type: 'string' } } });
  if (typeof values.part !== 'string') return;
  const [, index = 0, of = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(values.part) ?? []).map(Number);
  if (index < 1 || index > of) refuseArguments(`There is no part ${values.part}.`, usage);
  part = { index, of };
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
