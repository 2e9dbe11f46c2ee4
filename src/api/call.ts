import { PREFER_STALE_READS, STALE_READS_HEADER } from '../../contract/changes/staleReadsHeader.ts';
import { isFailure, type Failure } from '../../contract/http/failure.ts';
import { HEALTH } from '../../contract/sessions/health.ts';
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
  type Sent,
} from '../../contract/http/route.ts';
import { measureAnswer } from '../browser/clock.ts';
import { noteStaleReads } from './staleReads.ts';
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
  constructor(cause?: unknown, message = NO_CONNECTION) {
    super(message, { cause });
    this.name = 'Unreachable';
  }
}

/**
 * A proxy or firewall refused this call with a page of its own, while the server answers others: there is a connection, and
 * no answer of the contract to this.
 */
export class RefusedByProxy extends Unreachable {
  readonly status: number;

  constructor(status: number) {
    super(
      `a proxy's answer of ${status}`,
      'Something between this device and Porchlight refuses this. It may go through on another network.',
    );
    this.name = 'RefusedByProxy';
    this.status = status;
  }
}

/** Whether no answer came at all, so that it may come once there is a connection. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Unreachable && !(error instanceof RefusedByProxy);
}

export interface CallOptions {
  token?: string | undefined;
  files?: readonly UploadFile[];
  idempotencyKey?: string;
  /** When the user acted, ISO 8601. */
  capturedAt?: string;
  /** The version of the contract that the input was made for. */
  contractVersion?: number;
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
  await send(HEALTH, {}, {});
}

let looking: Promise<boolean> | undefined;

/** Whether the server answers a ping: asked once for all who wait for it. */
export function serverAnswers(): Promise<boolean> {
  looking ??= ping()
    .then(
      () => true,
      // Also a failing server's answer is one.
      (error: unknown) => error instanceof ApiError,
    )
    .finally(() => {
      looking = undefined;
    });
  return looking;
}

/** Like `call`, for an input whose type is not known at compile time, such as a stored one. */
export async function callUntyped<R extends Route>(
  route: R,
  input: UntypedInput,
  options: CallOptions = {},
): Promise<Answer<R>> {
  const { body } = await send(route, input, options);
  return parseAnswer(route, body);
}

/**
 * Sends a request with these headers too. Resolves to the server's answer, without a body where it says that nothing changed;
 * that is answered only to who asks so.
 * @throws {ApiError} if the server refused it
 * @throws {RefusedByProxy} if something on the way did, and the server can be reached
 * @throws {Unreachable} if no answer of the contract came
 */
export async function send(
  route: Sent,
  input: UntypedInput,
  options: CallOptions,
  headers: Record<string, string> = {},
): Promise<{ response: Response; body: unknown }> {
  const request = toRequest(route, input, options.files);
  // Of what the outbox sends, the answer is laid into the reads.
  const isWaitedFor =
    route.method !== 'GET' && options.token !== undefined && options.capturedAt === undefined;
  let response: Response;
  let body: unknown;
  const learnTime = measureAnswer();
  try {
    response = await fetch(API_BASE + API_PREFIX + request.path, {
      method: request.method,
      headers: {
        ...headersOf(options, 'application/json'),
        ...headers,
        ...(isWaitedFor ? { Prefer: PREFER_STALE_READS } : {}),
        ...(request.contentType ? { 'Content-Type': request.contentType } : {}),
      },
      credentials: CREDENTIALS,
      signal: AbortSignal.timeout(options.patience ?? READ_PATIENCE),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    if (response.headers.has(VERSION_HEADER)) learnTime(response.headers);
    if (isNotModified(response)) {
      markOnline();
      return { response, body };
    }
    body = isOurs(response) ? await response.json() : undefined;
    if (isWaitedFor) noteStaleReads(response.headers.get(STALE_READS_HEADER));
  } catch (error) {
    markOffline();
    if (isWaitedFor) noteStaleReads(null);
    throw new Unreachable(error);
  }
  if (!isOurs(response)) {
    // A captive portal answers every call so, and mostly with a page that looks like a success.
    if (!response.ok && route.path !== HEALTH.path && (await serverAnswers()))
      throw new RefusedByProxy(response.status);
    markOffline();
    throw new Unreachable(`an answer of ${response.status} that is not Porchlight's`);
  }
  markOnline();
  if (!response.ok) throw apiErrorOf(response, body);
  return { response, body };
}

/** @throws {ApiError} where the answer does not fit the contract */
export function parseAnswer<R extends Route>(route: R, body: unknown): Answer<R> {
  const answer = route.answer.safeParse(body);
  if (!answer.success) throw contractMismatch(answer.error);
  return answer.data as Answer<R>;
}

export function headersOf(options: CallOptions, accept: string): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: accept,
    [VERSION_HEADER]: String(options.contractVersion ?? CONTRACT_VERSION),
  };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
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
  if (!isFailure(body)) return contractMismatch(body);
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return new ApiError(response.status, body, Number.isFinite(seconds) ? seconds : undefined);
}

/** The error for an answer of Porchlight that does not fit the contract: it may be retried, and other calls go on. */
function contractMismatch(cause: unknown): ApiError {
  const message = 'Porchlight answered in a way that this app does not understand. Reloading may help.';
  const refused = new ApiError(502, { message, error: message, code: 'not_understood' });
  refused.cause = cause;
  return refused;
}
