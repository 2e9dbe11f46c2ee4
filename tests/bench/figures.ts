// `npm run figures`: measures the built product in a real browser, prints what it found and writes docs/figures.md.
// `npm run figures -- script lighthouse` measures these only, and writes nothing.
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { readArguments, refuseArguments } from '../../scripts/arguments.mjs';
import { Product } from '../support/browser/product.ts';
import { measureColdStart } from './coldStart.ts';
import { say, type Figure, type Measure } from './figure.ts';
import { measureInstallation } from './installation.ts';
import { largeCommunity } from './largeCommunity.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLongLists } from './typing/longLists.ts';
import { measureMemory } from './memory.ts';
import { measureScript } from './script.ts';
import { measureTyping } from './typing/meterReadings.ts';

const PAGE = fileURLToPath(new URL('../../docs/figures.md', import.meta.url));

/** Each subject by its name, in the order in which they are measured and shown. */
const subjects: Record<string, Measure> = {
  script: measureScript,
  installation: measureInstallation,
  lighthouse: measureLighthouse,
  'cold-start': measureColdStart,
  memory: measureMemory,
  'large-community': largeCommunity,
  typing: measureTyping,
  'long-lists': measureLongLists,
};

async function measure(names: string[]): Promise<Figure[]> {
  const product = await Product.start();
  try {
    const figures: Figure[] = [];
    for (const name of names) {
      const subject = subjects[name];
      if (subject) figures.push(...(await subject(product)));
    }
    return figures;
  } finally {
    await product.close();
  }
}

async function write(figures: Figure[], load: number): Promise<void> {
  const machine = `${String(cpus().length)} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`;
  const rows = figures.map(({ what, aim, found }) => `| ${what} | ${aim} | ${found} |`);
  const text = `# Figures

Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run build && npm run figures\`, which measures the built product in a real Chromium, prints what it found and writes this page.
The machine: ${machine}, the server and the browser on it together, with a load of ${load.toFixed(1)} before it began.

| What | Aim | Found |
| --- | --- | --- |
${rows.join('\n')}

Lighthouse is version 12, with its own emulated phone, network and CPU. The slowed CPU of the cold start is that of the page; the service worker and the browser's own start are not slowed.
`;
  await writeFile(PAGE, await format(text, { parser: 'markdown' }));
  say(text);
}

const load = loadavg()[0] ?? 0;
const USAGE = `npm run figures [-- SUBJECT …]
  Measures the built product and writes docs/figures.md; with subjects these only, and writes nothing.
  The subjects are ${Object.keys(subjects).join(', ')}.`;

const { positionals: chosen } = readArguments(USAGE, { allowPositionals: true });
const unknown = chosen.find((name) => !Object.hasOwn(subjects, name));
if (unknown !== undefined) refuseArguments(`There is no subject named ${unknown}.`, USAGE);
const figures = await measure(chosen.length > 0 ? chosen : Object.keys(subjects));
if (chosen.length === 0) await write(figures, load);
process.exit(0);
