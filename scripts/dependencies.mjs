// `npm run sbom`: lists every package with version, licence and hash as CycloneDX; those of development are marked so.
// `npm run advisories`: checks every dependency against published advisories. Exits with 1 where there is one, with 2
// where no registry answers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, refuseArguments } from './arguments.mjs';
import { node, root } from './run.mjs';

const SBOM = 'dist/sbom.cdx.json';

/** @typedef {{ name: string, severity: string, range: string, via: (string | { title: string, url: string })[] }} Vulnerable */

/** @param {string[]} args */
async function npm(args) {
  const { npm_execpath: cli } = process.env;
  if (!cli) throw new Error('Run this by npm, such as `npm run sbom`.');
  return node([cli, ...args]);
}

async function writeSbom() {
  // Not with --omit=dev, which also omits what both development and the product need.
  const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { ok, stdout, stderr } = await npm(['sbom', ...args]);
  if (!ok) throw new Error(`npm could not list the dependencies:\n${stderr}`);
  const report = JSON.parse(stdout);
  // npm names it by its folder.
  report.metadata.component.name = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).name;
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(path.join(root, SBOM), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`${report.components.length} packages are listed in ${SBOM}.`);
}

async function checkAdvisories() {
  const { stdout, stderr } = await npm(['audit', '--json', '--package-lock-only']);
  const report = parse(stdout);
  if (!report?.auditReportVersion) {
    console.error(`Nothing was checked: no registry answered with advisories.\n${report?.message ?? stderr}`);
    process.exitCode = 2;
    return;
  }
  /** @type {Vulnerable[]} */
  const vulnerable = Object.values(report.vulnerabilities);
  for (const { name, severity, range, via } of vulnerable) {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `by ${reason}` : `${reason.title}, ${reason.url}`,
    );
    console.error(`${severity}: ${name} ${range} (${reasons.join('; ')})`);
  }
  const { total } = report.metadata.dependencies;
  if (vulnerable.length > 0) process.exitCode = 1;
  console.log(`${vulnerable.length} of ${total} dependencies have a published advisory.`);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const USAGE = `npm run sbom
  Lists every dependency as CycloneDX in ${SBOM}.
npm run advisories
  Checks every dependency against published advisories.`;

/** @type {Record<string, () => Promise<void>>} */
const commands = { sbom: writeSbom, advisories: checkAdvisories };
const [name = '', ...more] = readArguments(USAGE, { allowPositionals: true }).positionals;
const command = commands[name] ?? refuseArguments(`There is no command named ${name || 'nothing'}.`, USAGE);
if (more.length > 0) refuseArguments(`Unexpected argument '${more[0]}'.`, USAGE);
await command().catch((/** @type {Error} */ error) => {
  console.error(error.message);
  process.exitCode = 3;
});
