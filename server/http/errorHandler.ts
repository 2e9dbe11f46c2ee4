import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../contract/failure.ts';
import { CONTRACT_VERSION, VERSION_HEADER } from '../../contract/route.ts';
import { ApiError } from './apiError.ts';

/** The words for what the web framework itself refuses. */
const FRAMEWORK: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(413, 'This is too much to send at once.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(415, 'This call takes JSON.'),
  // No id is as long.
  FST_ERR_MAX_PARAM_LENGTH: new ApiError(404, 'There is no such record.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new ApiError(400, 'The body must not be empty.'),
};

function refusalFor(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && FRAMEWORK[code]) return FRAMEWORK[code];
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'This request is malformed.');
  return undefined;
}

/** Gives every failure of the API its one shape, and never a stack or a line of SQL. */
export function failures(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
}

/** Also for what fails before any route is found, such as a URL that cannot be decoded. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error);
  if (!refusal) request.log.error(error, 'unexpected error');
  const { status, message, code, fields, detail, retryAfter } =
    refusal ?? new ApiError(500, wordsForBug(request), { code: 'internal' });
  if (retryAfter) reply.header('Retry-After', String(retryAfter));
  const failure: Failure = { message, error: message, code, request_id: request.id };
  if (fields) failure.fields = fields;
  if (detail !== undefined) failure.detail = detail;
  return reply
    .code(status)
    .header(VERSION_HEADER, String(CONTRACT_VERSION))
    .type('application/json; charset=utf-8')
    .send(failure);
}

const BROKEN: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(431, 'This is too much to send at once.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'This took too long to arrive. Please try again.'),
};

/** For what is no HTTP, or too long or too slow to be a request: it reaches no hook, no route and no handler above. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message, code } =
    BROKEN[error.code ?? ''] ?? new ApiError(400, 'This request is malformed.');
  const body = JSON.stringify({ message, error: message, code, request_id: randomUUID() } satisfies Failure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${VERSION_HEADER}: ${CONTRACT_VERSION}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** With the beginning of the request's id, so that whoever is told of it finds the lines of the log. */
function wordsForBug({ id }: FastifyRequest): string {
  return `Something went wrong on our side (request ${id.slice(0, 8)}). Please try again.`;
}
