import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { writeArchive } from './archive.ts';
import { takeBackup } from './take.ts';

/**
 * Where a server on the embedded database listens for `npm run backup`, since it alone can read that. The folder is
 * its owner's alone, so nobody else can reach the socket; Windows has named pipes instead.
 */
function socketOf(DATA_DIR: string): string {
  const folder = path.resolve(DATA_DIR, 'database');
  if (process.platform !== 'win32') return path.join(folder, 'backup.sock');
  return `\\\\.\\pipe\\porchlight-${createHash('sha256').update(folder).digest('hex')}`;
}

/** Tells the backup to whoever asks on the socket, one after the other. Answers how to end it. */
export async function answerBackups(context: Context, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const { database, photos, configuration } = context;
  if (database.kind === 'server') return () => Promise.resolve();
  const server = createServer((request, response) => {
    log.info('a backup is taken');
    const store = request.url === '/without-photos' ? undefined : photos;
    writeArchive(response, (add) => takeBackup(database, store, add)).catch((error: unknown) => {
      log.error(error, 'a backup could not be taken');
      // Cut off in the middle, so that it is not taken for whole.
      response.destroy();
    });
  });
  const socket = socketOf(configuration.DATA_DIR);
  // The database's folder is locked for this process, so what lies there is of one that died.
  if (process.platform !== 'win32') await rm(socket, { force: true });
  server.listen(socket);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) =>
      log.error(error, 'backups can be taken only while it is stopped'),
    ),
  ]);
  return async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

/** The backup of the server that runs on this directory; undefined where none does. */
export async function askRunning(
  DATA_DIR: string,
  withPhotos: boolean,
): Promise<IncomingMessage | undefined> {
  const request = get({ socketPath: socketOf(DATA_DIR), path: withPhotos ? '/' : '/without-photos' });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
