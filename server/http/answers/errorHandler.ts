import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../../contract/http/failure.ts';
import { CONTRACT_VERSION, VERSION_HEADER } from '../../../contract/http/route.ts';
import { violatesForeignKey } from '../../database/database.ts';
import type { Context } from '../../context.ts';
import { diskState } from '../../database/diskSpace.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { PhotoStoreUnavailable } from '../../photos/store.ts';
import { ApiError } from '../apiError.ts';

/** The messages for Fastify's own errors, by code. */
const FASTIFY_ERRORS: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(413, 'This is too much to send at once.'),
  // No id is that long.
  FST_ERR_MAX_PARAM_LENGTH: new ApiError(404, 'There is no such record.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new ApiError(400, 'The body must not be empty.'),
};

const DATABASE_AWAY = new ApiError(
  503,
  'The server cannot reach its database just now. Please try again in a moment.',
  { retryAfter: 5 },
);
const PHOTOS_AWAY = new ApiError(
  503,
  'The server cannot reach its store of photos just now. Please try again in a moment.',
  { retryAfter: 5 },
);
export const DISK_FULL = new ApiError(
  503,
  'The server’s disk is full, so nothing can be saved just now. Please try again later.',
  { code: 'disk_full', retryAfter: 60 },
);
const OUTAGES: readonly ApiError[] = [DATABASE_AWAY, PHOTOS_AWAY, DISK_FULL];

/** @throws {ApiError} 503 while the disk is full */
export function refuseFullDisk({ disk }: Context): void {
  if (disk && diskState(disk) === 'full') throw DISK_FULL;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call takes `multipart/form-data` beside JSON. */
    takesForm?: boolean;
  }
}

function apiErrorFor(error: unknown, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (error instanceof DatabaseUnavailable) return error.reason === 'away' ? DATABASE_AWAY : DISK_FULL;
  if (error instanceof PhotoStoreUnavailable) return PHOTOS_AWAY;
  // The codes of the operating system, for a photo.
  if (code === 'ENOSPC' || code === 'EDQUOT') return DISK_FULL;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const { takesForm } = request.routeOptions.config;
    return new ApiError(
      415,
      takesForm ? 'This call takes JSON or multipart/form-data.' : 'This call takes JSON.',
    );
  }
  // A handler has seen what it refers to, but that was deleted since.
  if (violatesForeignKey(error)) {
    return new ApiError(
      409,
      'Something that this refers to was deleted a moment ago. Please reload and try again.',
    );
  }
  if (code && FASTIFY_ERRORS[code]) return FASTIFY_ERRORS[code];
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'This request is malformed.');
  return undefined;
}

/**
 * Answers every error of the API in one shape, without a stack or SQL; also errors before routing, such as a URL that
 * cannot be decoded.
 */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = apiErrorFor(error, request);
  if (!known) request.log.error(error, 'unexpected error');
  // In one line, since every request of an outage meets it.
  else if (OUTAGES.includes(known)) request.log.warn(messageOf(error));
  const { status, message, code, fields, detail, retryAfter } =
    known ?? new ApiError(500, internalErrorMessage(request), { code: 'internal' });
  if (retryAfter) reply.header('Retry-After', String(retryAfter));
  // What is left of a form that stalled is not waited for.
  if (status === 408) reply.header('Connection', 'close');
  const failure: Failure = { message, error: message, code, request_id: request.id };
  if (fields) failure.fields = fields;
  if (detail !== undefined) failure.detail = detail;
  return reply
    .code(status)
    .header(VERSION_HEADER, String(CONTRACT_VERSION))
    .type('application/json; charset=utf-8')
    .send(failure);
}

/** An error's message, for a line of the log without a stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** With the beginning of the request's id, by which the log lines are found. */
function internalErrorMessage({ id }: FastifyRequest): string {
  return `Something went wrong on our side (request ${id.slice(0, 8)}). Please try again.`;
}
