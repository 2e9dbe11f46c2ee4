import type { FastifyInstance } from 'fastify';
import type { User } from '../contract/user.ts';
import { inWords } from './attempts.ts';
import { Refusal } from './refusal.ts';

const HOUR = 60 * 60 * 1000;
/** How many uploads of one person are received at a time: an outbox sends one after the other, on each of their devices. */
const UPLOADS_AT_ONCE = 3;

/**
 * How much one resident may send, so that nobody fills the disk. Each process counts for itself and in memory, since
 * this guards no secret; managers, who may delete everything anyway, are not counted.
 */
export interface Allowances {
  /** @throws {Refusal} 429 with Retry-After */
  spendChange(user: User | undefined): void;
  /** @throws {Refusal} 429 with Retry-After */
  spendPhotos(user: User | undefined, count: number): void;
  beginUpload(user: User | undefined): Upload;
}

/** A form that is on its way. */
export interface Upload {
  /** 429, where this person has too many under way. */
  refusal?: Refusal;
  end(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    allowances: Allowances;
  }
}

/** Gives the app its allowances. */
export function allowances(app: FastifyInstance): void {
  const { CHANGES_PER_RESIDENT, PHOTOS_PER_RESIDENT } = app.house.configuration;
  const changes = perHour(CHANGES_PER_RESIDENT, 'That is more than can be sent within an hour.');
  const photos = perHour(PHOTOS_PER_RESIDENT, 'These are more photos than can be sent within an hour.');
  const uploads = new Map<number, number>();

  app.decorate('allowances', {
    spendChange: (user) => changes(user, 1),
    spendPhotos: photos,
    beginUpload(user) {
      const id = user?.id ?? 0;
      const underWay = uploads.get(id) ?? 0;
      uploads.set(id, underWay + 1);
      const end = () => {
        const left = (uploads.get(id) ?? 1) - 1;
        if (left > 0) uploads.set(id, left);
        else uploads.delete(id);
      };
      if (underWay < UPLOADS_AT_ONCE) return { end };
      const words = 'You are sending from several places at once. Please try again in 10 seconds.';
      return { end, refusal: new Refusal(429, words, { retryAfter: 10 }) };
    },
  } satisfies Allowances);
}

/** Counts what residents spend within an hour of their first. */
function perHour(most: number, words: string) {
  const spent = new Map<number, { until: number; count: number }>();

  return (user: User | undefined, count: number): void => {
    if (!user || user.is_manager) return;
    const now = Date.now();
    const before = spent.get(user.id);
    const hour = before && before.until > now ? before : { until: now + HOUR, count: 0 };
    if (hour.count + count > most) {
      const wait = Math.ceil((hour.until - now) / 1000);
      throw new Refusal(429, `${words} Please try again in ${inWords(wait)}.`, { retryAfter: wait });
    }
    spent.set(user.id, { ...hour, count: hour.count + count });
  };
}
