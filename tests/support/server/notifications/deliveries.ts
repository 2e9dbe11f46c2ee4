import sqlTag from 'sql-template-tag';
import type { Channel, Delivery, Outcome } from '../../../../server/notifications/channel.ts';
import { deliverer } from '../../../../server/notifications/deliver.ts';
import type { NewNotification } from '../../../../server/notifications/notify.ts';
import type { Database } from '../../../../server/database/database.ts';
import { testDatabase } from '../databases/database.ts';
import { insertToldRecords } from './everyNotification.ts';
import { populate } from '../server.ts';

export const [MANAGER, RESIDENT, NEIGHBOUR] = [1, 2, 3];
export const ZONE = 'America/New_York';
export const PASSWORD: NewNotification = {
  kind: 'password_changed',
  to: [RESIDENT],
  data: { by: 'management' },
};

export let database: Database;

/** A channel that keeps what it is given and answers in turn; the last answer stays. */
export function channelThat(...outcomes: (Outcome | Error)[]): Channel & { given: Delivery[] } {
  const given: Delivery[] = [];
  return {
    ...{ name: 'email', reaches: sqlTag`users.email <> ''`, concurrency: 3, given },
    send(delivery) {
      given.push(delivery);
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome ?? 'sent');
    },
  };
}

export const options = (channel: Channel) => ({
  ...{ database, channels: [channel], zone: ZONE, mustAddFactor: sqlTag`false` },
  log: { warn: () => undefined },
});

export const deliver = (given: ReturnType<typeof options>) => deliverer(given)();

export const stored = () => database.sql<{
  state: string;
  attempts: number;
  reason: string | null;
  wait: number;
}>`
  select state, attempts, reason, round(extract(epoch from due_at - now()))::int as wait
  from deliveries order by event_id, user_id`;
export async function openDatabase(): Promise<void> {
  database = await testDatabase();
  await populate(database);
  await insertToldRecords(database.sql);
}
