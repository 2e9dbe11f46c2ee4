import type { FastifyInstance } from 'fastify';
import { changesQuota, photoQuota } from '../auth/limits/limits.ts';
import { spendQuota, spendQuotaAtOnce } from '../auth/limits/rateLimits.ts';
import type { Sql } from '../database/database.ts';
import { confirmUploads } from '../photos/pendingUploads.ts';
import { discardPhotos, storePhotos, type StoredPhoto } from '../photos/uploads.ts';
import { findStoredAnswer, runOnce, type KeyedRequest, type StoredAnswer } from './idempotency.ts';

/** How a change is made. */
interface Change {
  /** What comes before its transaction. */
  prepare?: () => Promise<unknown>;
  /** Undoes what was prepared for a change that is not made. */
  discard?: (prepared: unknown) => Promise<void>;
  /** Says whose change it is, once it is prepared. */
  keyedBy?: ((prepared: never, request: KeyedRequest) => Pick<KeyedRequest, 'user' | 'input'>) | undefined;
  run: (step: { sql: Sql; photos: StoredPhoto[]; prepared: unknown }) => Promise<unknown>;
  spendsQuota: boolean;
}

/**
 * Runs a change once. What it prepares is done, and its photos are stored, before its transaction begins, so that the transaction
 * stays short.
 */
export async function runChange(
  app: FastifyInstance,
  request: KeyedRequest,
  { prepare, discard, keyedBy, run, spendsQuota }: Change,
): Promise<StoredAnswer> {
  const { context } = app;
  const files = request.route.multipart?.photos ? request.input.files : [];
  // Looked up first, so that a repeated request neither prepares again nor decodes its photos again.
  const earlier =
    files.length > 0 || prepare ? await findStoredAnswer(context.database.sql, request) : undefined;
  if (earlier) return earlier;

  const prepared = await prepare?.();
  const keyed = keyedBy ? { ...request, ...keyedBy(prepared as never, request) } : request;
  const { configuration, database } = context;
  await spendQuotaAtOnce(database, keyed.user, photoQuota(configuration, keyed.user, files.length));
  const photos = files.length > 0 ? await storePhotos(context, files, keyed.user) : [];
  const ids = photos.map(({ id }) => id);
  const undo = async () => {
    await discardPhotos(context, ids);
    await discard?.(prepared);
  };
  const progress = { finished: false };
  try {
    const answer = await runOnce(database, keyed, async (sql) => {
      progress.finished = false;
      if (spendsQuota) await spendQuota(sql, keyed.user, changesQuota(configuration, keyed.user));
      await confirmUploads(sql, ids);
      const result = await run({ sql, photos, prepared });
      progress.finished = true;
      return result;
    });
    if (answer.replayed) await undo();
    return answer;
  } catch (error) {
    // The change may have been committed although the connection was lost; then its photos must stay.
    if (!progress.finished) await undo();
    throw error;
  }
}
