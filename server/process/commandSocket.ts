import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { replaceSecrets } from '../auth/signingSecrets.ts';
import { createArchive } from '../backup/archive.ts';
import { writeBackup } from '../backup/write.ts';
import type { Context } from '../context.ts';
import { spoolExport } from '../export/spoolExport.ts';
import { ApiError } from '../http/apiError.ts';
import type { PhotoStore } from '../photos/store.ts';

/**
 * Where a server on the embedded database listens for commands, since no other process can open that database.
 * Only its owner can enter the folder, so nobody else reaches the socket. Windows has named pipes instead.
 */
function socketPath(DATA_DIR: string): string {
  const folder = path.resolve(DATA_DIR, 'database');
  if (process.platform !== 'win32') return path.join(folder, 'backup.sock');
  return `\\\\.\\pipe\\porchlight-${createHash('sha256').update(folder).digest('hex')}`;
}

/** The method and URL of each command. */
export const COMMANDS = {
  backup: 'GET /backup',
  backupWithoutPhotos: 'GET /backup-without-photos',
  export: 'GET /export',
  rotateSecrets: 'POST /rotate-secrets',
  rotateLeakedSecrets: 'POST /rotate-leaked-secrets',
} as const;
type Command = (typeof COMMANDS)[keyof typeof COMMANDS];

/**
 * Answers the commands on the socket: a backup with its tar archive, an export with its ZIP archive, new secrets with 204 and anything else with 404.
 * Returns the function that stops it.
 */
export async function serveCommands(context: Context, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const { database, photos, configuration, secrets } = context;
  if (database.kind === 'server') return () => Promise.resolve();

  async function backup(response: ServerResponse, store: PhotoStore | undefined): Promise<void> {
    log.info('a backup is taken');
    // A failure cuts the response off, so that its reader does not take it for complete.
    await pipeline(
      createArchive((add) => writeBackup(database, store, add)),
      response,
    ).catch((error: unknown) => log.error(error, 'a backup could not be taken'));
  }

  async function exportAll(response: ServerResponse): Promise<void> {
    log.info('everything is exported');
    try {
      const { archive } = await spoolExport(context, null);
      await pipeline(archive, response);
    } catch (error) {
      log.error(error, 'the community could not be exported');
      if (response.headersSent) response.destroy();
      else if (error instanceof ApiError) response.writeHead(error.status).end();
      else response.writeHead(500).end();
    }
  }

  async function rotate(response: ServerResponse, leaked: boolean): Promise<void> {
    log.info(leaked ? 'the leaked secrets are replaced, and all sessions end' : 'the secrets are replaced');
    try {
      await replaceSecrets(database, { leaked });
    } catch (error) {
      log.error(error, 'the secrets could not be replaced');
      response.writeHead(500).end();
      return;
    }
    // They are replaced whatever comes of this: the server reads them every minute.
    await secrets
      .refresh()
      .catch((error: unknown) => log.error(error, 'the new secrets could not be read yet'));
    response.writeHead(204).end();
  }

  const answers: Record<Command, (response: ServerResponse) => Promise<void>> = {
    [COMMANDS.backup]: (response) => backup(response, photos),
    [COMMANDS.backupWithoutPhotos]: (response) => backup(response, undefined),
    [COMMANDS.export]: exportAll,
    [COMMANDS.rotateSecrets]: (response) => rotate(response, false),
    [COMMANDS.rotateLeakedSecrets]: (response) => rotate(response, true),
  };
  const server = createServer((request, response) => {
    const command = `${request.method} ${request.url}`;
    if (isCommand(command)) void answers[command](response);
    else response.writeHead(404).end();
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

function isCommand(command: string): command is Command {
  return Object.values<string>(COMMANDS).includes(command);
}

/** The response of the server that runs on this directory, or undefined where none runs. */
export async function requestFromServer(
  DATA_DIR: string,
  command: Command,
): Promise<IncomingMessage | undefined> {
  const [method, url] = command.split(' ');
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
