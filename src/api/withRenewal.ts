import { ApiError } from './call.ts';

/**
 * Gives the access token of a user; with `spent`, a token that the server refused, a new one. Undefined if the user has to
 * sign in first.
 */
export type TokenSource = (spent?: string) => Promise<string | undefined>;

/**
 * Makes a call with a token, and once more with a new one where the server refuses the first.
 * @throws {ApiError} 401 if the user has to sign in again
 */
export async function withRenewal<T>(tokens: TokenSource, send: (token: string) => Promise<T>): Promise<T> {
  const token = await tokens();
  if (!token) throw signInAgain();
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await tokens(token);
    if (!renewed) throw error;
    return send(renewed);
  }
}

export function signInAgain(): ApiError {
  const message = 'Please sign in again to go on.';
  return new ApiError(401, { message, error: message, code: 'unauthenticated' });
}
