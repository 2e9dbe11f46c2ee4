import type { FastifyInstance } from 'fastify';
import type { User } from '../../contract/user.ts';
import { inWords } from './rateLimits.ts';
import type { Sql } from '../database/database.ts';
import { ApiError } from '../http/apiError.ts';

/** How many uploads of one person are received at a time: an outbox sends one after the other, on each of their devices. */
const UPLOADS_AT_ONCE = 6;

/**
 * How much one resident may send, so that nobody fills the disk; managers, who may delete everything anyway, are not
 * counted. What an hour allows holds for all processes together, uploads under way for the memory of this one.
 */
export interface Allowances {
  /** @throws {ApiError} 429 with Retry-After */
  spendChange(sql: Sql, user: User | undefined): Promise<void>;
  /** @throws {ApiError} 429 with Retry-After */
  spendPhotos(sql: Sql, user: User | undefined, count: number): Promise<void>;
  beginUpload(userId: number | undefined): Upload;
}

type Kind = 'changes' | 'photos';

/** A form that is on its way. */
export interface Upload {
  /** 429, where this person has too many under way. */
  refusal?: ApiError;
  end(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    allowances: Allowances;
  }
}

/** Gives the app its allowances. */
export function allowances(app: FastifyInstance): void {
  const { CHANGES_PER_RESIDENT, PHOTOS_PER_RESIDENT } = app.context.configuration;
  const changes = perHour('changes', CHANGES_PER_RESIDENT, 'That is more than can be sent within an hour.');
  const photos = perHour(
    'photos',
    PHOTOS_PER_RESIDENT,
    'These are more photos than can be sent within an hour.',
  );
  const uploads = new Map<number, number>();

  app.decorate('allowances', {
    spendChange: (sql, user) => changes(sql, user, 1),
    spendPhotos: photos,
    beginUpload(userId = 0) {
      const underWay = uploads.get(userId) ?? 0;
      uploads.set(userId, underWay + 1);
      const end = () => {
        const left = (uploads.get(userId) ?? 1) - 1;
        if (left > 0) uploads.set(userId, left);
        else uploads.delete(userId);
      };
      if (underWay < UPLOADS_AT_ONCE) return { end };
      const words = 'You are sending from several places at once. Please try again in 10 seconds.';
      return { end, refusal: new ApiError(429, words, { retryAfter: 10 }) };
    },
  } satisfies Allowances);
}

/** Counts what residents spend within an hour of their first. What is refused is not counted. */
function perHour(kind: Kind, most: number, words: string) {
  return async (sql: Sql, user: User | undefined, count: number): Promise<void> => {
    if (!user || user.is_manager || count === 0) return;
    const [spent] = await sql`
      insert into allowances as hour (user_id, kind, until, spent)
      values (${user.id}, ${kind}, now() + interval '1 hour', ${count})
      on conflict (user_id, kind) do update set
        until = case when hour.until > now() then hour.until else excluded.until end,
        spent = case when hour.until > now() then hour.spent else 0 end + excluded.spent
      where hour.until <= now() or hour.spent + excluded.spent <= ${most}
      returning user_id`;
    if (spent) return;
    const [hour] = await sql<{ wait: number }>`
      select greatest(1, ceil(extract(epoch from until - now())))::int as wait
      from allowances where user_id = ${user.id} and kind = ${kind}`;
    const wait = hour?.wait ?? 1;
    throw new ApiError(429, `${words} Please try again in ${inWords(wait)}.`, { retryAfter: wait });
  };
}
