import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { replaceSecrets } from './auth/signingSecrets.ts';
import { createArchive } from './backup/archive.ts';
import { writeBackup } from './backup/write.ts';
import type { Context } from './context.ts';

/**
 * Where a server on the embedded database listens for commands, since no other process can open that database.
 * Only its owner can enter the folder, so nobody else reaches the socket. Windows has named pipes instead.
 */
function socketPath(DATA_DIR: string): string {
  const folder = path.resolve(DATA_DIR, 'database');
  if (process.platform !== 'win32') return path.join(folder, 'backup.sock');
  return `\\\\.\\pipe\\porchlight-${createHash('sha256').update(folder).digest('hex')}`;
}

/**
 * Answers `GET /` and `GET /without-photos` on the socket with the tar archive of a new backup, and `POST /rotate-secrets`
 * with 204. Returns the function that stops it.
 */
export async function serveCommands(context: Context, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const { database, photos, configuration, secrets } = context;
  if (database.kind === 'server') return () => Promise.resolve();
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/rotate-secrets') {
      log.info('the secrets are replaced');
      replaceSecrets(database)
        .then(() => secrets.refresh())
        .then(
          () => response.writeHead(204).end(),
          (error: unknown) => {
            log.error(error, 'the secrets could not be replaced');
            response.writeHead(500).end();
          },
        );
      return;
    }
    log.info('a backup is taken');
    const store = request.url === '/without-photos' ? undefined : photos;
    // A failure cuts the response off, so that its reader does not take it for complete.
    pipeline(
      createArchive((add) => writeBackup(database, store, add)),
      response,
    ).catch((error: unknown) => log.error(error, 'a backup could not be taken'));
  });
  const socket = socketPath(configuration.DATA_DIR);
  // This process holds the lock of the folder, so a socket in it was left by one that died.
  if (process.platform !== 'win32') await rm(socket, { force: true });
  server.listen(socket);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) =>
      log.error(error, 'backups can be taken and secrets replaced only while it is stopped'),
    ),
  ]);
  return async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

/** The response of the server that runs on this directory, or undefined where none runs. */
export async function requestFromServer(
  DATA_DIR: string,
  method: 'GET' | 'POST',
  url: string,
): Promise<IncomingMessage | undefined> {
  const request = send({ socketPath: socketPath(DATA_DIR), method, path: url }).end();
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
