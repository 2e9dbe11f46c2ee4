import type { FastifyInstance } from 'fastify';
import type { Following } from '../../database/commits.ts';
import { oneAtATime } from '../../notifications/oneAtATime.ts';
import type { CardProvider } from './cardProvider.ts';
import { cancelRefusedCheckouts } from './reconcile.ts';

/**
 * Cancels the checkouts that a lease allows no more as soon as a change of leases is committed, by whichever process. The job
 * that settles payments does the same each minute, for a change that was not heard of and for a lease that begins or ends.
 */
export function followLeaseTerms(app: FastifyInstance, provider: CardProvider): void {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let following: Following | undefined;

  const cancelRefused = oneAtATime(() =>
    cancelRefusedCheckouts(provider, { stopping: stopping.signal }).catch((error: unknown) =>
      app.log.warn(error, 'could not look for checkouts that a lease allows no more'),
    ),
  );
  function look(): void {
    running = cancelRefused();
  }

  app.addHook('onReady', async () => {
    following = app.context.database.follow({
      onChange(list) {
        if (list === 'leases') look();
      },
      onGap: look,
    });
  });
  app.addHook('preClose', async () => {
    following?.stop();
    stopping.abort();
  });
  app.addHook('onClose', () => running);
}
