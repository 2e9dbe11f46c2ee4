// `npx tsx tests/bench/changes/withoutTriggers.ts [NAME …]`: whether the random test of changes finds that a trigger is missing which
// notes what changed in a list: each is taken out in turn. STEPS sets how many changes are made for each, 400 by default.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { say } from '../figure.ts';

const DEFINITIONS = 'server/database/definitions';
const TEST = [
  'vitest',
  'run',
  '--project',
  'server',
  'tests/server/http/changedRows.test.ts',
  '--testTimeout',
  '900000',
];
const STEPS = process.env.STEPS ?? '400';

const run = promisify(execFile);

/** Each as `name on table`. */
async function noteTriggers(): Promise<string[]> {
  const files = (await readdir(DEFINITIONS)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(`${DEFINITIONS}/${file}`, 'utf8')));
  return texts.flatMap((text) =>
    Array.from(
      text.matchAll(/create or replace trigger (\w+_note_\w+)\s[^;]*?\son (\w+)/g),
      ([, name, table]) => `${String(name)} on ${String(table)}`,
    ),
  );
}

/** At which step the test fails without the trigger; undefined where it does not. */
async function foundAt(trigger: string): Promise<string | undefined> {
  try {
    await run('npx', [...TEST, '-t', 'after any changes'], {
      env: { ...process.env, CHANGES_WITHOUT: trigger, CHANGES_STEPS: STEPS },
      maxBuffer: 64 * 1024 * 1024,
    });
    return undefined;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const [, step] = /CHANGES_SEED=\d+, step (\d+)/.exec(stderr) ?? [];
    if (step === undefined) throw error;
    return step;
  }
}

const chosen = process.argv.slice(2);
const triggers = (await noteTriggers()).filter(
  (each) => chosen.length === 0 || chosen.some((name) => each.startsWith(name)),
);
let found = 0;
for (const trigger of triggers) {
  const step = await foundAt(trigger);
  if (step !== undefined) found += 1;
  say(step === undefined ? `not found: ${trigger}` : `found at step ${step}: ${trigger}`);
}
say(`${String(found)} of ${String(triggers.length)} triggers are missed by the test when they are gone`);
