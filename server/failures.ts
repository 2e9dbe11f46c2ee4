import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../contract/failure.ts';
import { CONTRACT_VERSION, VERSION_HEADER } from '../contract/route.ts';
import { Refusal } from './refusal.ts';

/** The words for what the web framework itself refuses. */
const FRAMEWORK: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal(413, 'This is too much to send at once.'),
  FST_REQ_FILE_TOO_LARGE: new Refusal(413, 'A photo is larger than 15 MB.'),
  FST_FILES_LIMIT: new Refusal(400, 'Please send at most 10 photos.'),
  FST_PARTS_LIMIT: new Refusal(400, 'This form has too many parts.'),
  FST_FIELDS_LIMIT: new Refusal(400, 'This form has too many fields.'),
  FST_PROTO_VIOLATION: new Refusal(400, 'This form has a field that is not allowed.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal(415, 'This call takes JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal(400, 'The body must not be empty.'),
};

function refusalFor(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && FRAMEWORK[code]) return FRAMEWORK[code];
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode, 'This request is malformed.');
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
    refusal ?? new Refusal(500, wordsForBug(request), { code: 'internal' });
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

/** With the beginning of the request's id, so that whoever is told of it finds the lines of the log. */
function wordsForBug({ id }: FastifyRequest): string {
  return `Something went wrong on our side (request ${id.slice(0, 8)}). Please try again.`;
}
