import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { mustAddSecondFactor } from '../auth/secondFactor.ts';
import type { Following } from '../database/commits.ts';
import { openChannels } from './channels.ts';
import { deliverer } from './deliver.ts';

/** How long a stopping server waits for what is being sent, in milliseconds. */
export const MAX_STOP_WAIT = 5_000;
/** For how long commits are gathered before it is looked what they have to deliver, in milliseconds. */
const GATHERED = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends what is due; called again meanwhile, it looks once more after that. */
    deliverNotifications: () => Promise<void>;
  }
}

/**
 * Sends notifications as soon as they are committed, by whichever process, while the server listens; `deliverNotifications` sends
 * what is due, and a job calls it for what was not heard of.
 */
export function startDelivery(app: FastifyInstance): void {
  const { configuration, database, zone } = app.context;
  const channels = openChannels(app);
  const tries = new Counter({
    name: 'porchlight_deliveries_total',
    help: 'Tries to deliver a notification by push or mail in this process, by how they ended.',
    labelNames: ['channel', 'outcome'] as const,
    registers: [app.metricsRegistry],
  });
  const options = {
    database,
    channels,
    mustAddFactor: mustAddSecondFactor(configuration),
    get zone() {
      return zone.current();
    },
    log: app.log,
    onEnd: (channel: string, outcome: string) => tries.inc({ channel, outcome }),
  };
  const stopping = new AbortController();
  const deliver = deliverer(options, stopping.signal);
  const running = new Set<Promise<void>>();

  function deliverNotifications(): Promise<void> {
    const run = deliver().finally(() => running.delete(run));
    running.add(run);
    return run;
  }
  const deliverCommitted = () => {
    deliverNotifications().catch((error: unknown) => {
      app.log.warn(`notifications wait: ${error instanceof Error ? error.message : String(error)}`);
    });
  };

  let soon: NodeJS.Timeout | undefined;
  /** Many commits are looked at once. */
  function deliverSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      deliverCommitted();
    }, GATHERED);
  }

  app.decorate('deliverNotifications', deliverNotifications);
  let following: Following | undefined;
  app.addHook('onListen', async () => {
    following = database.follow({
      onChange(list) {
        if (list === 'notifications') deliverSoon();
      },
      onGap: deliverCommitted,
    });
  });
  app.addHook('preClose', async () => {
    following?.stop();
    clearTimeout(soon);
    stopping.abort();
  });
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(running), pause(MAX_STOP_WAIT, undefined, { ref: false })]);
    for (const channel of channels) await channel.close?.();
  });
}
