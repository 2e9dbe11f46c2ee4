import pino from 'pino';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** Logs a request in one line once it was answered, instead of in two: each line is a system call. */
export class OneLine extends LogController {
  override incomingRequest(): void {
    // What there is to say of it is said with its answer.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

/** In milliseconds: how long a line that tells of nothing wrong may wait for others. */
const LONGEST_WAIT = 100;
/** In characters: as many are written without waiting longer. */
const MOST_WAITING = 8 * 1024;
const USUAL = /^\{"level":[123]0,/;

/**
 * Standard output, written to by many lines at once: each system call costs as much as putting the line together. What
 * tells of something wrong is written at once with all before it, the rest within 100 ms or as the process ends; only a
 * process that is killed takes its last 100 ms along. Where nobody reads any more, lines are lost and nothing else.
 */
export function standardOutput(): { write(line: string): void } {
  const output = pino.destination({ dest: 1, sync: true });
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const writeAll = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines) output.write(lines);
  };
  process.once('exit', writeAll);
  return {
    write(line) {
      waiting += line;
      if (!USUAL.test(line) || waiting.length >= MOST_WAITING) writeAll();
      else timer ??= setTimeout(writeAll, LONGEST_WAIT).unref();
    },
  };
}

/** What the log tells of requests and errors: enough to find a fault, and nothing of a resident's. */
export const serializers = {
  /** Without query and headers: photo URLs carry a signature, headers tokens and cookies. */
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: request.url.split('?')[0],
    ip: request.ip,
  }),
  /** Without a database error's `detail`, which spells out the row that failed, password hash and all. */
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
