import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPage } from '../../support/pages.ts';

const { dependencies, devDependencies } = JSON.parse(readPage('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const DEVELOPMENT = { name: 'cdx:npm:package:development', value: 'true' };

test('the dependency report lists every dependency, marks those of development and names no registry', async () => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+ packages are listed in dist\/sbom\.cdx\.json\.\n$/);
  const text = await readFile('dist/sbom.cdx.json', 'utf8');
  const report = JSON.parse(text) as {
    metadata: { component: { name: string } };
    components: { name: string; version: string; properties: object[] }[];
  };
  expect(report.metadata.component.name).toBe('porchlight');
  const find = (name: string, version: string) =>
    report.components.find((listed) => listed.name === name && listed.version === version);
  for (const [name, version] of Object.entries(dependencies)) {
    expect(find(name, version), name).toBeDefined();
    expect(find(name, version)?.properties).not.toContainEqual(DEVELOPMENT);
  }
  const { vitest = '' } = devDependencies;
  expect(find('vitest', vitest)?.properties).toContainEqual(DEVELOPMENT);
  expect(text.match(/https?:\/\/[^"]+/g)).toEqual(['http://cyclonedx.org/schema/bom-1.5.schema.json']);
});

const LEFT_PAD = {
  name: 'left-pad',
  severity: 'high',
  range: '<1.3.1',
  via: [{ title: 'Pads too far', url: 'https://example.com/advisory' }],
};
const audited = (vulnerabilities: object) => ({
  auditReportVersion: 2,
  vulnerabilities,
  metadata: { dependencies: { total: 900 } },
});

test.each([
  ['no advisory', audited({}), 0, '0 of 900 dependencies have a published advisory.\n'],
  [
    'an advisory',
    audited({ 'left-pad': LEFT_PAD }),
    1,
    'high: left-pad <1.3.1 (Pads too far, https://example.com/advisory)\n',
  ],
  [
    'a registry without advisories',
    { message: '405 Method Not Allowed' },
    2,
    'Nothing was checked: no registry answered with advisories.\n405 Method Not Allowed\n',
  ],
])('the check of dependencies tells of %s', async (_what, answer, code, said) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-npm-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const npm = path.join(folder, 'npm.cjs');
  await writeFile(npm, `console.log(${JSON.stringify(JSON.stringify(answer))}); process.exit(1);`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/dependencies.mjs', 'advisories'], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
  expect(stderr + stdout).toContain(said);
  expect(status).toBe(code);
});
