import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import type { Context } from '../../../../server/context.ts';
import { linkTokens } from '../../../../server/auth/linkTokens.ts';
import { openZone } from '../../../../server/community/zone.ts';
import { openSecrets } from '../../../../server/auth/signingSecrets.ts';
import { folderStore } from '../../../../server/photos/folderStore.ts';
import { photoUrls } from '../../../../server/photos/signedUrls.ts';
import { testDatabase } from '../databases/database.ts';

export const NOW = new Date('2026-05-14T15:20:00Z');

export async function emptyContext(): Promise<{
  context: Context;
  folder: string;
  close: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-demo-'));
  const database = await testDatabase();
  const secrets = await openSecrets(database);
  const context: Context = {
    configuration: readConfiguration({ NODE_ENV: 'test' }),
    database,
    secrets,
    photos: folderStore(folder),
    disk: undefined,
    photoUrls: photoUrls(secrets.photoUrls),
    linkTokens: linkTokens(secrets.links),
    zone: await openZone(database, 'America/New_York'),
  };
  const close = async () => {
    await context.database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, folder, close };
}

export const contexts: Awaited<ReturnType<typeof emptyContext>>[] = [];
