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

/** What the log tells of requests and errors: enough to find a fault, and nothing of a resident's. */
export const serializers = {
  /** Without query and headers: photo URLs carry a signature, headers tokens and cookies. */
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: request.url.split('?')[0],
    ip: request.ip,
  }),
  /** The multipart parser would log a request's headers here, token and all. */
  busboyOptions: () => 'left out',
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
