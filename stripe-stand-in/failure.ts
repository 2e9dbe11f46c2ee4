/** An error of Stripe's API. https://docs.stripe.com/api/errors */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; [more: string]: unknown },
  ) {
    super(error.message);
  }
}

export function invalid(message: string, code?: string): ApiFailure {
  return new ApiFailure(400, { type: 'invalid_request_error', message, ...(code ? { code } : {}) });
}

export function missing(what: string, id: string): ApiFailure {
  const message = `No such ${what}: '${id}'`;
  return new ApiFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}
