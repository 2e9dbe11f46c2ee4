import type { FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { fieldMessages } from '../../../contract/http/failure.ts';
import { fromFields, type Route } from '../../../contract/http/route.ts';
import { PAGE_LIMIT_HEADER } from '../../../contract/http/paging.ts';
import { Timestamp } from '../../../contract/values/text.ts';
import type { User } from '../../../contract/users/user.ts';
import { beginUpload } from './concurrentUploads.ts';
import { readKey } from './idempotencyKey.ts';
import { readMultipart, type ReceivedForm } from './multipart.ts';
import type { ReceivedFile } from './receivedFile.ts';
import { ApiError } from '../apiError.ts';
import type { Turns } from './turns.ts';

/** How far back a change may have been made, in days. */
const MAX_CAPTURE_DAYS = 30;
/** Parsed by the route's schemas. */
export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: ReceivedFile[];
}

export interface ParsedRequest {
  key: string | undefined;
  /** When the user acted, as SQL: the outbox's `Captured-At`, at most 30 days back and not in the future, or now. */
  capturedAt: Part;
  input: ParsedInput;
  /** Frees the memory of the files and the sender's upload slot. The caller must call it. */
  release: () => void;
}

/**
 * Parses a request by the contract; a form is received as an upload of this user.
 * @throws {ApiError} 400 for input that the contract does not allow, 404 for an id that is none, and as readMultipart does
 */
export async function parseRequest(
  route: Route,
  request: FastifyRequest,
  { user, turns }: { user: User | undefined; turns: Turns | undefined },
): Promise<ParsedRequest> {
  const key = readKey(request);
  const capturedAt = readCapturedAt(request);
  const received = await readMultipart(route.multipart, request, {
    beginUpload: () => beginUpload(user),
    receive: turns?.receive,
  });
  try {
    return { key, capturedAt, input: parseInput(route, request, received), release: received.release };
  } catch (error) {
    received.release();
    throw error;
  }
}

/** By the database's clock, with whose times it is compared. */
function readCapturedAt(request: FastifyRequest): Part {
  const header = request.headers['captured-at'];
  if (header === undefined) return sqlTag`now()`;
  const moment = Timestamp.safeParse(header);
  if (!moment.success) {
    throw new ApiError(400, 'Captured-At must be a date and time in ISO 8601, with its offset.');
  }
  const earliest = sqlTag`now() - make_interval(days => ${MAX_CAPTURE_DAYS})`;
  return sqlTag`least(now(), greatest(${moment.data}::timestamptz, ${earliest}))`;
}

function parseInput(route: Route, request: FastifyRequest, { files, fields }: ReceivedForm): ParsedInput {
  let body: unknown = request.body;
  if (route.multipart && fields) {
    try {
      body = fromFields(route.multipart, fields);
    } catch {
      throw new ApiError(400, `${route.multipart.json.join(' and ')} must be JSON.`);
    }
  }
  return {
    params: parse(route.params, request.params, 404),
    query: parse(route.query, queryOf(route, request), 400),
    body: parseBody(route, body),
    files,
  };
}

const WRONG_BODY = 'The body is not what this call takes.';

/** Without a body, a call is read as one with an empty object; `null` and other JSON that is no object is wrong everywhere. */
function parseBody({ body: schema }: Route, body: unknown = {}): unknown {
  if (schema) return parse(schema, body, 400);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(400, WRONG_BODY);
  return undefined;
}

/** The query, with the size of the first page where a header asks for one. */
function queryOf({ paged }: Route, { query, headers }: FastifyRequest): unknown {
  const limit = headers[PAGE_LIMIT_HEADER.toLowerCase()];
  return paged && limit !== undefined ? { limit, ...(query as object) } : query;
}

function parse(schema: Route['body'], value: unknown, status: 400 | 404): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldMessages(parsed.error);
  // Only a list has a message for the body as a whole.
  const wordless = fields['']?.startsWith('Invalid input');
  const message = wordless ? WRONG_BODY : Object.values(fields)[0];
  throw new ApiError(status, message ?? 'This is not valid.', status === 400 ? { fields } : {});
}
