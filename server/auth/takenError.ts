import { violates } from '../database/database.ts';
import { fieldError } from '../http/apiError.ts';

/** The ApiError for a taken username or email address, with its field; any other error unchanged. */
export function takenError(error: unknown): unknown {
  if (violates(error, 'users_username_key')) return fieldError(409, 'username', 'This username is taken.');
  if (violates(error, 'users_email_key')) return fieldError(409, 'email', 'This email address is in use.');
  return error;
}
