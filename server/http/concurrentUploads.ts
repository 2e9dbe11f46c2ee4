import { ApiError } from './apiError.ts';

/** The most uploads of one user at a time; an outbox sends one after the other on each device. */
const MOST_UPLOADS = 6;

/** The number of uploads that this process receives, by user id; 0 for uploads without a user. */
const uploads = new Map<number, number>();

/** An upload that is being received. */
export interface Upload {
  /** 429 if this user has too many uploads. */
  refusal?: ApiError;
  end(): void;
}

/** Counts an upload until `end` is called. */
export function beginUpload(userId = 0): Upload {
  const running = uploads.get(userId) ?? 0;
  uploads.set(userId, running + 1);
  const end = () => {
    const remaining = (uploads.get(userId) ?? 1) - 1;
    if (remaining > 0) uploads.set(userId, remaining);
    else uploads.delete(userId);
  };
  if (running < MOST_UPLOADS) return { end };
  const message = 'You are sending from several places at once. Please try again in 10 seconds.';
  return { end, refusal: new ApiError(429, message, { retryAfter: 10 }) };
}
