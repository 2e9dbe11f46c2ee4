import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Failure } from '../../../contract/http/failure.ts';
import { CONTRACT_VERSION, VERSION_HEADER } from '../../../contract/http/route.ts';
import { ApiError } from '../apiError.ts';
import type { SecurityHeaders } from '../answers/securityHeaders.ts';

// Node answers some requests by itself, with an empty body and no headers of ours. Here they get ours.

/** Node's options with which it leaves a request without a `Host` to `answerMalformedRequests`. */
export const HTTP_OPTIONS = { requireHostHeader: false } as const;

const MALFORMED = new ApiError(400, 'This request is malformed.');

/** The answers to errors of Node's HTTP parser, by code. */
const CLIENT_ERRORS: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(431, 'This is too much to send at once.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'This took too long to arrive. Please try again.'),
};

/** Answers input that is not HTTP, too long or too slow, and reaches no hook or route. */
export function clientErrorHandler({ data }: SecurityHeaders) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, message, code } = CLIENT_ERRORS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify({
      message,
      error: message,
      code,
      request_id: randomUUID(),
    } satisfies Failure);
    const headers = {
      ...data,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      [VERSION_HEADER]: CONTRACT_VERSION,
      Connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    if (socket.writable) socket.write(`${statusLine}${head.join('')}\r\n${body}`);
    socket.destroy(error);
  };
}

/** Refuses a request without a `Host`, and answers one with an unknown `Expect` as if it had none, which RFC 9110 allows. */
export function answerMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    done(raw.httpVersion === '1.1' && headers.host === undefined ? MALFORMED : undefined);
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
