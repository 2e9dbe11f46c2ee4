// `node --import tsx tests/bench/imports/waitOfOthers.ts`, after `npm run build`: how long previews of ten files of 5 MB keep everyone
// else of the built server waiting, and how much memory they take, one at a time and six at once.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unzipSync, zipSync } from 'fflate';
import type { ImportPreview } from '../../../contract/imports/importPreview.ts';
import { MAX_IMPORT_ROWS, MAX_SHEET_BYTES, MAX_SHEET_FILES } from '../../../contract/imports/imports.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { startServer } from '../../support/server/serverProcess.ts';
import { workbook } from '../../support/server/workbook.ts';
import { say } from '../figure.ts';
import { tokenOf } from '../servers.ts';

const MEGABYTE = 1024 * 1024;
const AT_ONCE = 6;
/** How often others ask, in milliseconds. */
const EVERY = 5;
/** No call takes longer, in milliseconds. */
const MOST_TIME = 180_000;
/** After which the memory of the start is freed, in milliseconds. */
const REST = 5_000;

const HEADINGS = ['Property', 'Address', 'Unit', 'Tenant', 'Email', 'Rent', 'Lease from', 'Balance due'];
const rowsOf = (file: number, count: number) =>
  Array.from({ length: count }, (_, index) => [
    `Oak Hall ${file}`,
    `${file} Oak Street`,
    `U${index}`,
    `Jo Roe ${index}`,
    `jo${file}.${index}@example.com`,
    '1250.50',
    '2026-01-01',
    '45.00',
  ]);

type File = { name: string; content: string | Uint8Array };

/** With notes that fill each line up: together they have more text than an import takes. */
function longText(file: number): File {
  const rows = rowsOf(file, MAX_IMPORT_ROWS / MAX_SHEET_FILES - 1).map((cells) => cells.join(','));
  const length = rows.reduce((sum, row) => sum + row.length + 2, 0);
  const notes = 'x'.repeat(Math.floor((MAX_SHEET_BYTES - length) / rows.length) - 2);
  const content = [`${HEADINGS.join(',')},Notes`, ...rows.map((row) => `${row},${notes}`)].join('\n');
  return { name: `${file}.csv`, content };
}

/** With a picture that fills each file up: together they have as many rows as an import takes. */
function pictured(file: number): File {
  const rows = rowsOf(file, MAX_IMPORT_ROWS / MAX_SHEET_FILES - 1);
  const book = unzipSync(workbook({ Roll: [HEADINGS, ...rows] }));
  const picture = randomBytes(MAX_SHEET_BYTES - 200 * 1024);
  return { name: `${file}.xlsx`, content: zipSync({ ...book, 'xl/media/image1.png': picture }) };
}

interface Sent {
  body: Buffer;
  type: string;
}

async function formOf(files: readonly File[]): Promise<Sent> {
  const form = new FormData();
  for (const { name, content } of files) form.append('files', new Blob([content as BlobPart]), name);
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-bench-'));
const server = startServer({ NODE_ENV: 'development', DATA_DIR: folder, DEMO: 'true', ...UNLIMITED });
const address = `http://127.0.0.1:${await server.port()}`;
const token = await tokenOf(address, 'manager');

/** In bytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** What a call answers; its text has the status first. */
function call(method: string, way: string, sent?: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': sent.type, 'content-length': sent.body.length }),
    };
    const asked = request(`${address}/api${way}`, { method, headers, timeout: MOST_TIME }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`${way} took too long.`)));
    asked.end(sent?.body);
  });
}

/** Asks for the same again and again, and tells the longest wait, in milliseconds. */
function asking(way: string, signal: AbortSignal): Promise<number> {
  const ask = async () => {
    let longest = 0;
    while (!signal.aborted) {
      const began = performance.now();
      const { status, text } = await call('GET', way);
      if (status !== 200) throw new Error(`${way}: ${status} ${text}`);
      longest = Math.max(longest, performance.now() - began);
      await pause(EVERY);
    }
    return longest;
  };
  return ask();
}

async function measure(what: string, form: Sent, count: number): Promise<void> {
  const before = await memory();
  let most = before;
  const over = new AbortController();
  const others = Promise.all([asking('/health', over.signal), asking('/properties', over.signal)]);
  const sampling = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await memory());
      await pause(20);
    }
  })();
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, () => call('POST', '/imports/preview', form)),
  );
  const seconds = (performance.now() - began) / 1000;
  over.abort();
  await sampling;
  const [loop, database] = await others;
  const said = answers.map(({ status, text }) =>
    status === 200
      ? `200 (${(JSON.parse(text) as ImportPreview).adds.units} units)`
      : `${status} ${(JSON.parse(text) as { message: string }).message}`,
  );
  say(
    `${what}: ${[...new Set(said)].join(', ')}; ${seconds.toFixed(1)} s; longest wait of others: ` +
      `${loop.toFixed(0)} ms for the server, ${database.toFixed(0)} ms for the database; ` +
      `memory +${((most - rest) / MEGABYTE).toFixed(0)} MB above rest`,
  );
}

const places = Array.from({ length: MAX_SHEET_FILES }, (_, file) => file);
const texts = await formOf(places.map(longText));
const workbooks = await formOf(places.map(pictured));
await pause(REST);
const rest = await memory();
say(`At rest: ${(rest / MEGABYTE).toFixed(0)} MB`);
try {
  const sizes = [texts, workbooks].map(({ body }) => `${(body.length / MEGABYTE).toFixed(1)} MB`);
  say(`Ten CSV files have ${sizes[0]} and ten workbooks ${sizes[1]}`);
  // The first run of a function is not what a server does all day.
  await measure('To begin with, ten workbooks of 5 MB', workbooks, 1);
  await measure('Ten workbooks of 5 MB', workbooks, 1);
  await measure('Ten CSV files of 5 MB', texts, 1);
  await measure(`Ten workbooks of 5 MB, ${AT_ONCE} times at once`, workbooks, AT_ONCE);
  await measure(`Ten CSV files of 5 MB, ${AT_ONCE} times at once`, texts, AT_ONCE);
} finally {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
}
