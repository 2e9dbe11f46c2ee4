import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { createApp } from '../../../server/app.ts';
import { linkTokens } from '../../../server/auth/linkTokens.ts';
import { openSecrets } from '../../../server/auth/signingSecrets.ts';
import { openZone } from '../../../server/community/zone.ts';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import type { Database } from '../../../server/database/database.ts';
import type { DiskSpace } from '../../../server/database/diskSpace.ts';
import { folderStore } from '../../../server/photos/folderStore.ts';
import { photoUrls } from '../../../server/photos/signedUrls.ts';
import type { PostMessage } from '../../../server/push/postMessage.ts';
import { endUnfollowed } from './changeStreams.ts';
import { testDatabase } from './databases/database.ts';

export interface TestServer {
  app: FastifyInstance;
  database: Database;
  photosFolder: string;
  /** The names of the files in the photo folder. */
  storedPhotos(): Promise<string[]>;
  /** The lines of the server's log. */
  log: string[];
  /** Calls the API and returns its response. */
  call(method: InjectOptions['method'], path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Signs in and returns the token. */
  token(username: string): Promise<string>;
  close(): Promise<void>;
}

/** Settings without effective limits, for tests in which a few users send a lot. */
export const UNLIMITED = {
  CHANGES_PER_RESIDENT: '1000000',
  PHOTOS_PER_RESIDENT: '1000000',
  SUGGESTIONS_PER_RESIDENT: '1000000',
};

interface CallOptions {
  as?: string;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** The real server on a new database, or on the given one, populated by `populate` if it is not yet. */
export async function testServer(
  environment: Record<string, string> = {},
  given: {
    database?: Database;
    disk?: DiskSpace;
    populated?: boolean;
    postPush?: PostMessage;
    /** The folder of the built app; without it there is none. */
    pagesRoot?: string;
  } = {},
): Promise<TestServer> {
  const database = given.database ?? (await testDatabase());
  const log: string[] = [];
  const photosFolder = await mkdtemp(path.join(tmpdir(), 'porchlight-photos-'));
  if (!given.populated) await populate(database);
  const secrets = await openSecrets(database);
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const app = await createApp({
    configuration,
    database,
    photos: folderStore(photosFolder),
    secrets,
    photoUrls: photoUrls(secrets.photoUrls),
    linkTokens: linkTokens(secrets.links),
    zone: await openZone(database, configuration.TIME_ZONE),
    disk: given.disk,
    pagesRoot: given.pagesRoot ?? path.join(photosFolder, 'no-pages'),
    logTo: { write: (line) => void log.push(line) },
    ...(given.postPush ? { postPush: given.postPush } : {}),
  });

  endUnfollowed(app);

  async function call(method: InjectOptions['method'], url: string, options: CallOptions = {}) {
    const headers: Record<string, string> = { ...options.headers };
    if (options.as) headers.authorization = `Bearer ${options.as}`;
    let payload: InjectOptions['payload'];
    if (options.form) {
      const encoded = new Response(options.form);
      headers['content-type'] = encoded.headers.get('content-type') ?? '';
      payload = Buffer.from(await encoded.arrayBuffer());
    } else if (options.body) {
      payload = options.body;
    }
    return app.inject({
      method: method ?? 'GET',
      url: `/api${url}`,
      headers,
      ...(payload ? { payload } : {}),
    });
  }

  return {
    app,
    database,
    photosFolder,
    storedPhotos: () => readdir(photosFolder),
    log,
    call,
    async token(username) {
      const response = await call('POST', '/users/login', { body: { username, password: 'porchlight' } });
      return response.json<{ token: string }>().token;
    },
    async close() {
      await app.close();
      await database.close();
      await rm(photosFolder, { recursive: true, force: true });
    },
  };
}

/** A small JPEG of one colour. */
export async function photo(colour = 'teal'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

export function reportForm(
  fields: Record<string, string>,
  photos: Record<string, Uint8Array> = {},
): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const [name, bytes] of Object.entries(photos)) {
    form.append('maintenance_photos', new Blob([new Uint8Array(bytes)]), name);
  }
  return form;
}

/** The cheapest parameters of argon2id, so that signing in is fast in tests. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

/** Inserts two properties, their units, three residents and a manager, all with the password `porchlight`. */
export async function populate({ sql }: Database): Promise<void> {
  passwordHash ??= hash('porchlight', CHEAPEST);
  const password = await passwordHash;
  await sql`
    insert into properties (property_name, address, phone_number, total_units) values
      ('Maple Court', '12 Maple Street', '5550100001', 3), ('Harbor House', '4 Quay Road', null, 2)`;
  await sql`
    insert into units (property_id, unit_number, rent_amount) values
      (1, '101', 1200), (1, '102', 1250), (1, '2B', null), (2, '101', 1400), (2, '201', 1500)`;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager) values
      ('manager', 'manager@example.com', ${password}, 'Morgan', 'Reyes', null, true),
      ('resident', 'resident@example.com', ${password}, 'Robin', 'Hale', 1, false),
      ('neighbour', 'neighbour@example.com', ${password}, 'Noor', 'Aziz', 2, false),
      ('newcomer', 'newcomer@example.com', ${password}, 'Nico', 'Berg', null, false)`;
  await sql`update users set unit_claim = '201' where username = 'newcomer'`;
}
