import {
  ACCEPT_HEADER,
  CHANGED_ROWS,
  CHANGED_ROWS_STATUS,
  changedRowsOf,
  type ChangedRows,
} from '../contract/changedRows.ts';
import { Failure } from '../contract/failure.ts';
import { nextMarker, PAGE_LIMIT_HEADER, TOTAL_HEADER } from '../contract/paging.ts';
import { health } from '../contract/sessionRoutes.ts';
import {
  API_PREFIX,
  CONTRACT_VERSION,
  toRequest,
  VERSION_HEADER,
  type Answer,
  type Input,
  type UntypedInput,
  type UploadFile,
  type Route,
} from '../contract/route.ts';
import { markOnline, markOffline } from './connection.ts';

/** The origin of the API, set at build time for a backend on another host of the same site; empty for the app's own. */
export const API_BASE = (import.meta.env.VITE_API_BASE as string | undefined) ?? '';

export const CREDENTIALS = API_BASE ? 'include' : 'same-origin';

/** After this time, in milliseconds, a call without an answer counts as no connection. */
export const READ_PATIENCE = 20_000;
export const SEND_PATIENCE = 180_000;

/** The server refused the call with a message. */
export class ApiError extends Error {
  readonly status: number;
  readonly failure: Failure;
  /** The server's Retry-After, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, failure: Failure, retryAfter?: number) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = status;
    this.failure = failure;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later, since the server is busy or failed. */
  get temporary(): boolean {
    return this.status >= 500 || this.status === 408 || this.status === 425 || this.status === 429;
  }
}

export const NO_CONNECTION = 'There is no connection to Porchlight.';

/** There was no answer from Porchlight: no signal, a stopped server, or a captive portal. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super(NO_CONNECTION, { cause });
    this.name = 'Unreachable';
  }
}

export interface CallOptions {
  token?: string | undefined;
  files?: readonly UploadFile[];
  idempotencyKey?: string;
  /** When the user acted, ISO 8601. */
  capturedAt?: string;
  /** The version of the contract that the input was made for. */
  contractVersion?: number;
  /** How many rows of a paged list its first page has at most. */
  pageLimit?: number;
  /** The ETag of the list that the device has: only what changed since needs to be answered. */
  knownETag?: string | undefined;
  /** In milliseconds. */
  patience?: number;
}

/**
 * Makes one call of the contract.
 * @throws {ApiError} if the server refused it
 * @throws {Unreachable} if no answer of the contract came
 */
export async function call<R extends Route>(
  route: R,
  input: Input<R>,
  options: CallOptions = {},
): Promise<Answer<R>> {
  return callUntyped(route, input, options);
}

/** Pings the server. */
export async function ping(): Promise<void> {
  await call(health, {});
}

/** Like `call`, for an input whose type is not known at compile time, such as a stored one. */
export async function callUntyped<R extends Route>(
  route: R,
  input: UntypedInput,
  options: CallOptions = {},
): Promise<Answer<R>> {
  const read = await callForList(route, input, options);
  if (read.kind === 'rows') return read.answer;
  throw contractMismatch(new Error('What changed was answered, and nobody asked for it.'));
}

/** What a read found: rows, which may be the first page of a list; what changed since the known ETag; or that nothing did. */
export type ListRead<A> =
  | {
      kind: 'rows';
      answer: A;
      next: string | undefined;
      etag: string | undefined;
      /** How many rows the whole list has, where the server says so with its first page. */
      total: number | undefined;
    }
  | { kind: 'changes'; changes: ChangedRows; etag: string | undefined }
  | { kind: 'unchanged' };

/** Like `callUntyped`, for a list that is read in pages or by what changed. */
export async function callForList<R extends Route>(
  route: R,
  input: UntypedInput,
  options: CallOptions = {},
): Promise<ListRead<Answer<R>>> {
  const request = toRequest(route, input, options.files);
  const headers = headersOf(options, 'application/json');
  if (options.knownETag && route.paged) headers[ACCEPT_HEADER] = CHANGED_ROWS;
  if (request.contentType) headers['Content-Type'] = request.contentType;

  let response: Response;
  let body: unknown;
  try {
    response = await fetch(API_BASE + API_PREFIX + request.path, {
      method: request.method,
      headers,
      credentials: CREDENTIALS,
      signal: AbortSignal.timeout(options.patience ?? READ_PATIENCE),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    if (options.knownETag && isNotModified(response)) {
      markOnline();
      return { kind: 'unchanged' };
    }
    body = isOurs(response) ? await response.json() : undefined;
  } catch (error) {
    markOffline();
    throw new Unreachable(error);
  }
  if (!isOurs(response)) {
    markOffline();
    throw new Unreachable(`an answer of ${response.status} that is not Porchlight's`);
  }
  markOnline();
  if (!response.ok) throw apiErrorOf(response, body);
  const etag = response.headers.get('ETag') ?? undefined;
  if (response.status === CHANGED_ROWS_STATUS) {
    const changes = changedRowsOf(route).safeParse(body);
    if (!changes.success) throw contractMismatch(changes.error);
    return { kind: 'changes', changes: changes.data, etag };
  }
  const answer = route.answer.safeParse(body);
  if (!answer.success) throw contractMismatch(answer.error);
  const next = nextMarker(response.headers.get('Link'));
  const total = response.headers.get(TOTAL_HEADER);
  const count = total === null ? undefined : Number(total);
  return { kind: 'rows', answer: answer.data as Answer<R>, next, etag, total: count };
}

export function headersOf(options: CallOptions, accept: string): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: accept,
    [VERSION_HEADER]: String(options.contractVersion ?? CONTRACT_VERSION),
  };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.pageLimit) headers[PAGE_LIMIT_HEADER] = String(options.pageLimit);
  if (options.knownETag) headers['If-None-Match'] = options.knownETag;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.capturedAt) headers['Captured-At'] = options.capturedAt;
  return headers;
}

/** Without a body there is no type to look at. */
function isNotModified({ status, headers }: Response): boolean {
  return status === 304 && headers.has(VERSION_HEADER);
}

/** Whether an answer is Porchlight's: it has the marker header and JSON, unlike the page of a captive portal. */
export function isOurs(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? '';
  return response.headers.has(VERSION_HEADER) && type.startsWith('application/json');
}

export function apiErrorOf(response: Response, body: unknown): ApiError {
  const failure = Failure.safeParse(body);
  if (!failure.success) return contractMismatch(failure.error);
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return new ApiError(response.status, failure.data, Number.isFinite(seconds) ? seconds : undefined);
}

/** The error for an answer of Porchlight that does not fit the contract: it may be retried, and other calls go on. */
function contractMismatch(cause: unknown): ApiError {
  const message = 'Porchlight answered in a way that this app does not understand. Reloading may help.';
  const refused = new ApiError(502, { message, error: message, code: 'not_understood' });
  refused.cause = cause;
  return refused;
}
