import { ApiError } from './apiError.ts';

/** Per person: an outbox sends one upload after the other, on each of their devices. */
const MOST_UPLOADS = 6;

/** The uploads that this process is receiving, by user id; 0 for nobody in particular. */
const uploads = new Map<number, number>();

/** A form that is being received. */
export interface Upload {
  /** 429, where this person has too many under way. */
  refusal?: ApiError;
  end(): void;
}

/** Counts an upload until its `end`. */
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
