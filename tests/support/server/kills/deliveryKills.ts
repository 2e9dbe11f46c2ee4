import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createContext } from '../../../../server/process/createContext.ts';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import { notify } from '../../../../server/notifications/notify.ts';
import { copyMigratedDatabase } from '../databases/embeddedCopies.ts';
import { kill, startProcess } from './killedProcess.ts';
import { startMailServer, type MailServer } from '../notifications/mailServer.ts';

/** Each person is told of each event. */
const EVENTS = 5;

/** How long the mail server takes to say that it has a mail, in milliseconds: time to be killed in. */
const ANSWER_AFTER = 15;

interface Deliveries {
  people: number;
  kills: number;
  /** Of a PostgreSQL server, where two processes deliver at once; otherwise the database is embedded. */
  url?: string;
}

export interface DeliveryFigures {
  /** How many mails had come when a process was killed, for each kill. */
  arrivedAtKills: number[];
  /** How many messages there should be, and how many of them never came. */
  expected: number;
  missing: number;
  /** How many came again although it was stored that they were sent, or although nobody was killed while sending them. */
  repeated: number;
  /** How many had been accepted by the mail server when their sender was killed before it could store that. */
  unknownAtKills: number;
  /** Of those, how many came again, under the same Message-ID. */
  sentAgain: number;
  /** How many deliveries are not stored as sent in the end. */
  unsent: number;
}

/** Has processes deliver mails and kills them again and again, until the rest is delivered in peace. */
export async function killedDeliveries({ people, kills, url }: Deliveries): Promise<DeliveryFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-deliveries-'));
  const mailServer = await startMailServer({ answerAfter: ANSWER_AFTER });
  const environment = {
    ...{ NODE_ENV: 'production', DEMO: 'false', DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...{
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'office@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    },
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const open = () => createContext(readConfiguration(environment));
  const start = () => startProcess('deliveryProcess', environment);
  if (!url) await copyMigratedDatabase(path.join(folder, 'database'));
  const empty = await open();
  await insertPeople(empty.database.sql, people);
  await empty.database.close();

  const arrivedAtKills: number[] = [];
  const unknown = new Map<string, number>();
  const together = url ? 2 : 1;
  for (let killed = 0; killed < kills; killed += together) {
    const processes = await Promise.all(Array.from({ length: together }, () => start()));
    for (const each of processes) each.send('deliver');
    await untilMoreArrived(mailServer, processes);
    await pause(Math.random() * 100);
    for (const each of processes) {
      await kill(each);
      arrivedAtKills.push(mailServer.mails.length);
    }
    const { database } = await open();
    // As if the time had passed for which a killed process had taken them.
    const interrupted = await database.sql<{ event_id: number; user_id: number }>`
      update deliveries set due_at = now() where state = 'sending' returning event_id, user_id`;
    await database.close();
    for (const { event_id, user_id } of interrupted) {
      const messageId = `<${event_id}.${user_id}@portal.example.com>`;
      if (countOf(mailServer, messageId) > 0) unknown.set(messageId, countOf(mailServer, messageId));
    }
  }
  const last = await Promise.all(Array.from({ length: together }, () => start()));
  for (const each of last) each.send('deliver');
  for (const each of last) {
    const [code] = each.exitCode === null ? ((await once(each, 'exit')) as [number | null]) : [each.exitCode];
    if (code !== 0) throw new Error(`A process that delivers ended with ${code}.`);
  }

  const { database } = await open();
  const [unsent] = await database.sql<{ count: number }>`
    select count(*) as count from deliveries where state <> 'sent'`;
  const expected = await database.sql<{ message_id: string }>`
    select '<' || event_id || '.' || user_id || '@portal.example.com>' as message_id from notifications`;
  await database.close();
  await mailServer.close();
  await rm(folder, { recursive: true, force: true });
  const counts = expected.map(({ message_id }) => ({ message_id, count: countOf(mailServer, message_id) }));
  const again = counts.filter(({ count }) => count > 1);
  return {
    arrivedAtKills,
    expected: people * EVENTS,
    missing: people * EVENTS - counts.filter(({ count }) => count > 0).length,
    // One that was accepted before a kill may come once more after it.
    repeated: again.reduce(
      (sum, { message_id, count }) => sum + Math.max(0, count - 1 - (unknown.get(message_id) ?? 0)),
      0,
    ),
    unknownAtKills: unknown.size,
    sentAgain: again.length,
    unsent: unsent?.count ?? -1,
  };
}

/** Waits until another mail has come, or nothing is left to send. */
async function untilMoreArrived({ mails }: MailServer, processes: readonly ChildProcess[]): Promise<void> {
  const before = mails.length;
  while (mails.length === before && processes.some(({ exitCode }) => exitCode === null)) await pause(5);
}

function countOf({ mails }: MailServer, messageId: string): number {
  return mails.filter((mail) => mail.messageId === messageId).length;
}

async function insertPeople(sql: Parameters<typeof notify>[0], people: number): Promise<void> {
  await sql`
    insert into users (username, email, confirmed_email, password_hash, first_name, last_name)
    select 'person' || number, address, address, '', 'Robin', 'Hale'
    from generate_series(1, ${people}::int) as number, concat('person', number, '@example.com') as address`;
  const event = {
    kind: 'password_changed' as const,
    to: 'everyone' as const,
    data: { by: 'management' as const },
  };
  await notify(sql, ...Array.from({ length: EVENTS }, () => event));
}
