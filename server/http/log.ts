import pino from 'pino';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/**
 * Logs each request in one line after its answer, instead of Fastify's two. `user` is the id of who made it, never a name;
 * of a sign-in, also a refused one, that of the account.
 */
export class OneLine extends LogController {
  override incomingRequest(): void {
    // The line of the answer contains the request.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, res: reply, user: request.userId, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

/** Levels that may wait in the buffer: trace, debug and info. */
const BUFFERED_LEVEL = /^\{"level":[123]0,/;

/**
 * Pino's buffered destination for standard output. A warning or an error is written at once with all lines before it,
 * other lines within 100 ms or at exit. A killed process loses its last 100 ms. If nobody reads the output any more,
 * lines are lost and the process goes on.
 */
export function standardOutput(): { write(line: string): void } {
  const output = pino.destination({
    dest: 1,
    sync: true,
    minLength: 8 * 1024,
    maxLength: 1024 * 1024,
    periodicFlush: 100,
  });
  // On a full disk up to 1 MiB of lines is buffered, and later lines are lost.
  output.on('error', () => undefined);
  // `flush` and not `flushSync`, which retries for ever if nobody reads.
  process.once('exit', () => {
    output.flush();
  });
  return {
    write(line) {
      output.write(line);
      if (!BUFFERED_LEVEL.test(line)) output.flush();
    },
  };
}

/** The fields of requests and errors in the log, without residents' data. */
export const serializers = {
  /** Without query and headers: photo URLs carry a signature, headers tokens and cookies. */
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: request.url.split('?')[0],
    ip: request.ip,
  }),
  /** @fastify/multipart logs the request's headers under this name at level trace: token and cookies. */
  busboyOptions: () => undefined,
  /** Without a database error's `detail`, which contains the row that failed. */
  err: (error: Error & { code?: unknown; constraint?: unknown; table?: unknown }): Logged => {
    const { name, message, stack, code, constraint, table, cause } = error;
    return {
      type: name,
      message,
      stack: stack ?? '',
      ...(code === undefined ? {} : { code }),
      ...(constraint === undefined ? {} : { constraint }),
      ...(table === undefined ? {} : { table }),
      ...(cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}),
    };
  },
};

interface Logged {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}
