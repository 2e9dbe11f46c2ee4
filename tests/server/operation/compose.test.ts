import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { serverEnvironment } from '../../../scripts/run.mjs';
import { Environment } from '../../../server/configuration/environment.ts';
import { isThere, readPage } from '../../support/pages.ts';

interface Service {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  healthcheck?: object;
  mem_limit?: string;
}

const text = readPage('compose.yaml');
const { services, volumes } = parse(text) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const environment = services.porchlight?.environment ?? {};
const example = parseEnv(readPage('compose.env.example'));
const PASSWORDS = {
  DATABASE_PASSWORD: 'a1b2c3',
  STORE_PASSWORD: 'd4e5f6',
  DATABASE_ADMIN_PASSWORD: 'b7c8d9',
  STORE_ADMIN_PASSWORD: 'e1f2a3',
};

/** What compose puts in the place of `${NAME:-otherwise}` and `${NAME:?message}`. */
function filled(value: string, given: Record<string, string | undefined>): string {
  return value.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise: string | undefined) => given[name] || (otherwise ?? ''),
  );
}

/** The configuration of the server with these variables of compose.env. */
function serverWith(given: Record<string, string | undefined>) {
  return readConfiguration(
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, given)])),
  );
}

test('compose.yaml gives the server only settings that it knows', () => {
  expect(Object.keys(environment).length).toBeGreaterThan(10);
  expect(Object.keys(Environment.shape)).toEqual(expect.arrayContaining(Object.keys(environment)));
});

test('the server takes what compose.yaml gives it with a filled compose.env, in production', () => {
  const given = { ...example, ...PASSWORDS };
  expect(serverWith(given)).toMatchObject({
    production: true,
    demo: false,
    TRUST_PROXY: 1,
    DATABASE_URL: 'postgres://porchlight:a1b2c3@database/porchlight',
    S3_BUCKET: 'porchlight',
    PUBLIC_URL: 'https://homes.example.com',
    mail: undefined,
    stripe: undefined,
  });
});

test('mail and nightly backups are set in compose.env alone', () => {
  const given = {
    ...example,
    ...PASSWORDS,
    SMTP_URL: 'smtps://name:password@mail.example.com',
    MAIL_FROM: 'Maple Court <office@example.com>',
    BACKUP_S3_ENDPOINT: 'https://backups.example.com',
    BACKUP_S3_BUCKET: 'homes',
    BACKUP_S3_ACCESS_KEY_ID: 'backups',
    BACKUP_S3_SECRET_ACCESS_KEY: 'a7b8c9',
  };
  expect(serverWith(given)).toMatchObject({
    mail: { url: given.SMTP_URL, from: given.MAIL_FROM, publicUrl: 'https://homes.example.com' },
    BACKUP_S3_ENDPOINT: given.BACKUP_S3_ENDPOINT,
    BACKUP_S3_BUCKET: 'homes',
    BACKUP_S3_REGION: 'us-east-1',
  });
});

test('compose.env.example has every variable of compose.yaml but the image, and no other', () => {
  const names = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name));
  names.delete('PORCHLIGHT_IMAGE');
  expect(Object.keys(example).sort()).toEqual([...names].sort());
});

test('the server has a read-only file system, and each service waits for one that is there and healthy', () => {
  expect(services.porchlight?.read_only).toBe(true);
  for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect(services[name]).toBeDefined();
      // The server's is in its image.
      const isChecked = services[name]?.healthcheck !== undefined || name === 'porchlight';
      expect(isChecked).toBe(condition === 'service_healthy');
    }
    for (const mount of mounted) {
      const source = mount.split(':')[0]!;
      if (source.startsWith('./'))
        expect([isThere(source), mount]).toEqual([true, expect.stringMatching(/:ro$/)]);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
  const dockerfile = readPage('Dockerfile');
  expect(dockerfile).toMatch(/^FROM \S+:nonroot$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

test('the server gives back memory that it freed in the image as it does with npm start', () => {
  for (const [name, value] of Object.entries(serverEnvironment))
    expect(readPage('Dockerfile')).toMatch(new RegExp(`^ENV .*\\b${name}=${value}$`, 'm'));
});

test('the image is built and run by the Node of .nvmrc, and the oldest one that is allowed is tested beside it', () => {
  const node = readPage('.nvmrc').trim();
  const [build, run] = [...readPage('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(build).toMatch(new RegExp(`^node:${node}-`));
  expect(run).toContain(`/nodejs${node.split('.')[0]}-`);
  const { engines } = JSON.parse(readPage('package.json')) as { engines: { node: string } };
  const workflow = parse(readPage('.github/workflows/ci.yml')) as {
    jobs: { check: { strategy: { matrix: { node: string[] } } } };
  };
  expect(workflow.jobs.check.strategy.matrix.node).toEqual(['', `${engines.node.replace('>=', '')}.0`]);
});

test('the server knows the password of no superuser of the database and no administrator of the store', () => {
  const { database, store } = services;
  const { DATABASE_URL = '', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  const role = /^postgres:\/\/(\w+):/.exec(DATABASE_URL)?.[1];
  expect([role, S3_ACCESS_KEY_ID]).toEqual(['porchlight', 'porchlight']);
  expect(role).not.toBe(database?.environment?.POSTGRES_USER);
  expect(S3_ACCESS_KEY_ID).not.toBe(store?.environment?.RUSTFS_ACCESS_KEY);
  const nameIn = (value = '') => /\$\{(\w+)/.exec(value)?.[1];
  const admins = [database?.environment?.POSTGRES_PASSWORD, store?.environment?.RUSTFS_SECRET_KEY].map(
    nameIn,
  );
  expect(new Set([...admins, nameIn(DATABASE_URL), nameIn(S3_SECRET_ACCESS_KEY)]).size).toBe(4);
  for (const value of Object.values(environment)) expect(admins).not.toContain(nameIn(value));
});

test('each service has a limit of memory, and the server room for what it takes at most', () => {
  for (const [name, { mem_limit }] of Object.entries(services)) {
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
  }
  expect(services.porchlight?.mem_limit).toBe('2g');
});
