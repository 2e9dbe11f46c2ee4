import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { isThere, readPage } from '../../support/pages.ts';

const text = readPage('docs/deploy.md');
const script = /^sudo tee \/usr\/local\/bin\/porchlight .*\n([^]*?)^END$/m.exec(text)?.[1] ?? '';

/** What the document's script asks sudo to do, as one argument in each line. */
async function askedOfSudo(...args: string[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-script-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'porchlight'), script.replaceAll('/opt/porchlight', folder));
  await writeFile(path.join(folder, 'sudo'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  await chmod(path.join(folder, 'sudo'), 0o755);
  const output = execFileSync('sh', [path.join(folder, 'porchlight'), ...args], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}` },
  });
  return output.trimEnd().split('\n');
}

const named = [...text.matchAll(/^(?:- )?`?porchlight ([a-z:]+)/gm)].map(([, name = '']) => name);

test.each([...new Set(named)])('the script of docs/deploy.md runs `porchlight %s`', async (name) => {
  const asked = await askedOfSudo(name, '--first', 'two words');
  const program = asked.find((argument) => argument.startsWith('dist/server/')) ?? '';
  expect(isThere(program.replace('dist/server/', 'server/commands/').replace(/js$/, 'ts')), program).toBe(
    true,
  );
  expect(asked.slice(asked.indexOf(program) + 1)).toEqual(['--first', 'two words']);
});

test('docs/deploy.md names every command of an operator', () => {
  expect([...new Set(named)].sort()).toEqual([
    'backup',
    'check:ledger',
    'export',
    'manager',
    'move',
    'restore',
    'rotate:secrets',
  ]);
});

test('the commands take a sender with a name from the settings’ file, as it is and in quotes', async () => {
  expect(await askedOfSudo('backup', '/a')).toContain('--env-file=/etc/porchlight.env');
  const settings = 'SMTP_URL=smtps://a:b@mail.example.com?x=1&y=2\nPUBLIC_URL=https://homes.example.com\n';
  for (const sender of ['Maple Court <office@example.com>', "'Maple Court <office@example.com>'"]) {
    const { mail } = readConfiguration(parseEnv(`${settings}MAIL_FROM=${sender}\n`));
    expect(JSON.stringify(mail)).toContain('Maple Court');
  }
});
