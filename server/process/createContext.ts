import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import { openDatabase, type DatabaseLocation } from '../database/openDatabase.ts';
import { diskSpace, type DiskSpace } from '../database/diskSpace.ts';
import type { Context } from '../context.ts';
import { folderStore } from '../photos/folderStore.ts';
import { s3Store } from '../photos/s3Store.ts';
import { photoUrls } from '../photos/signedUrls.ts';
import type { PhotoStore } from '../photos/store.ts';
import { refuseDemo } from '../auth/refuseDemo.ts';
import { linkTokens } from '../auth/linkTokens.ts';
import { openZone } from '../community/zone.ts';
import { openSecrets } from '../auth/signingSecrets.ts';

/** The location of the configured database. */
export function databaseLocation({ DATABASE_URL, DATA_DIR }: Configuration): DatabaseLocation {
  return DATABASE_URL ? { url: DATABASE_URL } : { directory: path.resolve(DATA_DIR, 'database') };
}

export function photoStore(configuration: Configuration): PhotoStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = configuration;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return folderStore(path.resolve(configuration.DATA_DIR, 'photos'));
  }
  return s3Store({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: true,
  });
}

/** How long a statement may take on a PostgreSQL server before it counts as away, in milliseconds: more than its own limit. */
const ANSWER_WITHIN = 35_000;

/** The disk of the data directory, unless the database and the photos are both stored elsewhere. */
async function diskOf({
  DATABASE_URL,
  S3_ENDPOINT,
  DATA_DIR,
}: Configuration): Promise<DiskSpace | undefined> {
  if (DATABASE_URL && S3_ENDPOINT) return undefined;
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
  return diskSpace(path.resolve(DATA_DIR));
}

/**
 * Opens what a server needs: the database (migrated), the photo store, its secrets.
 * @throws {Error} where the directory is held by another process, or the database or a migration is wrong
 */
export async function createContext(configuration: Configuration): Promise<Context> {
  const disk = await diskOf(configuration);
  const location = databaseLocation(configuration);
  const database = await openDatabase(location, { answerWithin: ANSWER_WITHIN });
  try {
    if (configuration.refusesDemo) await refuseDemo(database);
    const secrets = await openSecrets(database, configuration.TOKEN_SECRET);
    return {
      configuration,
      database,
      photos: photoStore(configuration),
      secrets,
      photoUrls: photoUrls(secrets.photoUrls),
      linkTokens: linkTokens(secrets.links),
      zone: await openZone(database, configuration.TIME_ZONE),
      disk,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
