import type { FieldMessages } from '../../contract/http/failure.ts';

/** The default code of an error by its status. */
const CODES: Record<number, string> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'wrong_type',
  422: 'key_reused',
  429: 'too_many',
  503: 'unavailable',
};

/** An error answer with a message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldMessages | undefined;
  readonly detail: unknown;
  /** The Retry-After of the answer, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { code?: string; fields?: FieldMessages; detail?: unknown; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = more.code ?? CODES[status] ?? 'refused';
    this.fields = more.fields;
    this.detail = more.detail;
    this.retryAfter = more.retryAfter;
  }
}

/** The error for one field of the input, with a message shown at that field. */
export function fieldError(status: number, field: string, message: string): ApiError {
  return new ApiError(status, message, { fields: { [field]: message } });
}
