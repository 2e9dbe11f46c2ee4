// Runs projects of vitest and counts what they report. A skipped test is a failed one, and so is an empty project.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inPart } from './part.mjs';
import { node, root, tool } from './run.mjs';
import { filesIn } from './sources.mjs';

/**
 * @typedef {{ status: string, fullName: string }} Test
 * @typedef {{ name: string, status: string, assertionResults: Test[] }} TestFile
 */

/**
 * Runs the files of these projects that belong to this part of the run.
 * @param {string[]} projects as vitest.config.ts names them
 * @param {Record<string, string>} [env]
 */
export async function runTests(projects, env) {
  const ofPart = inPart(
    projects.flatMap((project) => filesIn(`tests/${project}`).filter((file) => /\.test\.tsx?$/.test(file))),
  );
  /** @param {string} project */
  const belongsTo = (project) =>
    ofPart?.some((file) => file.startsWith(path.join('tests', project) + path.sep));
  const inThisPart = ofPart ? projects.filter(belongsTo) : projects;
  if (inThisPart.length === 0)
    return { ok: true, looked: 'nothing of it in this part', output: '', passed: 0, failed: 0, titles: [] };
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-tests-'));
  const report = path.join(folder, 'report.json');
  const { ok, stdout, stderr } = await node(
    [
      tool('vitest'),
      'run',
      ...inThisPart.flatMap((project) => ['--project', project]),
      ...(ofPart ?? []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined } },
  );
  // Only a failure is ever printed, and there what passed would bury it.
  let output = (stdout + stderr).replace(/^\s*✓.*\n/gm, '');
  /** @type {TestFile[]} */
  let files = [];
  try {
    files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    output += 'vitest wrote no report\n';
  }
  rmSync(folder, { recursive: true, force: true });

  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) output += `Skipped, which counts as failed: ${fullName}\n`;

  // A file that could not be loaded has failed without one failed test.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const empty = inThisPart.filter((project) => {
    const own = path.join(root, 'tests', project) + path.sep;
    return !files.some(
      (file) =>
        path.resolve(file.name).startsWith(own) &&
        (file.assertionResults.length > 0 || broken.includes(file)),
    );
  });
  for (const project of empty) output += `No test was found in tests/${project}\n`;

  let failed = tests.length - passed + broken.length + empty.length;
  // Whatever else vitest objects to, such as an error outside any test, is one failure at least.
  if (!ok && failed === 0) failed = 1;
  const looked = `${files.length} files, ${tests.length} tests`;
  return { ok: failed === 0, looked, output, passed, failed, titles: tests.map(({ fullName }) => fullName) };
}
