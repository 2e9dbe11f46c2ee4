import { MUST_ADD_SECOND_FACTOR, MUST_CHANGE_PASSWORD } from '../../contract/users/refusalCodes.ts';
import type { User } from '../../contract/users/user.ts';
import { ApiError } from '../http/apiError.ts';

/** @throws {ApiError} 403 for someone with a one-time password who has not chosen a new one */
export function refuseOneTimePassword({ must_change_password }: User): void {
  if (!must_change_password) return;
  throw new ApiError(403, 'Please choose a password of your own first.', { code: MUST_CHANGE_PASSWORD });
}

/** @throws {ApiError} 403 for a manager who must have a second factor and has not set one up */
export function refuseMissingSecondFactor({ must_add_second_factor }: User): void {
  if (!must_add_second_factor) return;
  throw new ApiError(403, 'Please set up your second factor first.', { code: MUST_ADD_SECOND_FACTOR });
}
