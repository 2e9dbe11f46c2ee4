// Reads what follows a program's name. What it does not take ends it with words, before it has done anything.
// Imports only Node's modules: nothing may be installed yet.
import { parseArgs } from 'node:util';

/**
 * Reads this process's arguments as `parseArgs` does; without a configuration none are taken.
 * @template {import('node:util').ParseArgsConfig} C
 * @param {string} usage how the program is called, in lines
 * @param {C} config
 */
export function readArguments(usage, config) {
  try {
    return parseArgs({ args: process.argv.slice(2), ...config });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence is about how `parseArgs` itself is called.
    return refuseArguments(`${error.message.split('. ', 1)[0]}.`, usage);
  }
}

/**
 * Reads a number above nothing, or ends the program.
 * @param {string} name of the option
 * @param {string} text
 * @param {string} usage
 */
export function readNumber(name, text, usage) {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  return refuseArguments(`--${name} takes a number, not “${text}”.`, usage);
}

/**
 * Ends the program with a message and how it is called.
 * @param {string} message
 * @param {string} usage
 * @returns {never}
 */
export function refuseArguments(message, usage) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}
