import type { FastifyInstance } from 'fastify';
import type { CardProvider } from './cardProvider.ts';
import { cancelRefusedCheckouts } from './reconcile.ts';

/**
 * Cancels the checkouts that a lease allows no more as soon as a change of it is committed in this process. The job that
 * settles payments does the same each minute, for a change of another process and for a lease that begins or ends.
 */
export function followLeaseTerms(app: FastifyInstance, provider: CardProvider): void {
  const { signals } = app.context.database;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  function cancelRefused(): void {
    const run = cancelRefusedCheckouts(provider, { stopping: stopping.signal })
      .catch((error: unknown) =>
        app.log.warn(error, 'could not look for checkouts that a lease allows no more'),
      )
      .finally(() => running.delete(run));
    running.add(run);
  }

  signals.on('lease terms', cancelRefused);
  app.addHook('preClose', async () => {
    signals.off('lease terms', cancelRefused);
    stopping.abort();
  });
  app.addHook('onClose', async () => void (await Promise.all(running)));
}
