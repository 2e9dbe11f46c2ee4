import { expect } from 'vitest';
import type { SignedInUser } from '../../../../server/auth/signedInUser.ts';
import type { CachedRouteName } from '../../../../contract/routes.ts';
import { followedScopes, readsOf } from '../../../../server/http/lists/staleReads.ts';
import type { TestServer } from '../server.ts';
import { server } from '../world.ts';

/** What an app shows beside the lists that come with a cursor: its call, and where it is read. */
export type ShownRead = readonly [name: CachedRouteName, path: string];

/** Of conversations that are started while a test runs: with a resident, and with a home. */
export const [OWN_THREAD, HOME_THREAD] = [
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000001',
];

const ofEveryone = (id: number): ShownRead[] => [
  ['readUser', `/users/${id}`],
  ['readUserUnit', `/users/${id}/unit`],
  ['listRequestEvents', '/maintenance/1/events'],
  ['listMessages', `/messages/${OWN_THREAD}`],
  ['listMessages', `/messages/${HOME_THREAD}`],
  ['listWaitingEvents', '/maintenance/events'],
  ['listEntryNotices', '/entry-notices'],
  ['listSessions', '/sessions'],
  ['listNotifications', '/notifications'],
  ['readSettings', '/settings'],
];
export const managersReads = (id: number): ShownRead[] => [
  ...ofEveryone(id),
  ['readSecondFactor', '/second-factor'],
  ['listAudit', '/audit?subject=announcement'],
  ['readLeasePosting', '/leases/posting'],
  ['readClosing', '/books/closing'],
  ['listLateFees', '/late-fees'],
  ['readRentRoll', '/books/rent-roll'],
  ['listDeposits', '/deposits'],
  ['listUpkeep', '/upkeep'],
  ['listVacantHomes', '/books/vacant-homes'],
  ['readDepositRule', '/deposits/rule'],
  ['listDepositRules', '/deposits/rules'],
  ['readDeposit', '/leases/1/deposit'],
  ['readMove', '/leases/1/move'],
  ['listInspections', '/inspections'],
  ['listHomeInspections', '/units/1/inspections'],
  ['readInspectionTemplate', '/inspections/template'],
  ['readMonthReport', `/books/months/${new Date().toISOString().slice(0, 7)}-01`],
  ['readToday', '/today'],
  ['listMeterReadings', '/meters/1/readings'],
  ['listBillPhotos', '/transactions/1/reading-photos'],
  ['listLastMeterPhotos', '/meters/last-photos'],
  ['readWalkingOrder', '/utilities/walking-order'],
  ['listSentReadings', '/meter-readings/sent'],
  ['listTariffs', '/tariffs'],
  ['listCommonMeters', '/common-meters'],
  ['readCommonCost', '/common-meters/1/readings/2/shares'],
  ['listNotes', '/notes?user=2'],
  ['readReminders', '/reminders'],
  ['readFirstSteps', '/first-steps'],
  ['readProperty', '/properties/1'],
  ['readUnit', '/units/1'],
];
export const residentsReads = (id: number): ShownRead[] => [
  ...ofEveryone(id),
  ['listOpenPayments', '/stripe_payments/open'],
  ['listFailedPayments', '/stripe_payments/failed'],
  ['readAutopay', '/autopay'],
  ['listMyLeases', '/leases/my-leases'],
  ['listOwnInspections', '/inspections/own'],
  ['listAskedReadings', '/meter-readings/asked'],
  ['readDeposit', '/leases/1/deposit'],
  ['readMove', '/leases/1/move'],
];

/** The moment of an answer: the transactions that it may show, and whose changes its reader was told. */
interface Moment {
  snapshot: string;
  scopes: string[];
  /** Days change with some hour. */
  hour: number;
}

/** What one person's open app shows, of which it is told when it becomes stale. */
export class OpenApp {
  private readonly shown = new Map<string, Moment & { text: string }>();

  constructor(
    private readonly userId: number,
    private readonly as: string,
    private readonly reads: readonly ShownRead[],
  ) {}

  /**
   * Expects that of each read whose answer is another one than was shown, it was told that it became stale. Returns those reads.
   */
  async expectTold(by: TestServer): Promise<CachedRouteName[]> {
    const changed: CachedRouteName[] = [];
    const now = await this.moment();
    for (const [name, path] of this.reads) {
      const text = await this.read(by, path);
      const before = this.shown.get(path);
      if (before && before.text !== text) {
        changed.push(name);
        if (before.hour === now.hour) {
          expect(await this.staleSince(before), firstDifference(before.text, text)).toContain(name);
        }
      }
      this.shown.set(path, { ...now, text });
    }
    return changed;
  }

  private async moment(): Promise<Moment> {
    const [now] = await server.database.sql<
      Pick<SignedInUser, 'unit' | 'is_manager' | 'property_id'> & { snapshot: string }
    >`
      select unit, is_manager, property_id, pg_current_snapshot()::text as snapshot
      from users left join units on units.id = users.unit where users.id = ${this.userId}`;
    const { snapshot, ...person } = now!;
    const scopes = followedScopes({ ...person, id: this.userId } as SignedInUser);
    return { snapshot, scopes, hour: new Date().getUTCHours() };
  }

  private async read(by: TestServer, path: string): Promise<string> {
    const answer = await by.call('GET', path, { as: this.as });
    // A lease is not there yet, or not one's own.
    expect([200, 404], answer.body).toContain(answer.statusCode);
    // Nobody is told when a session was used, and each failure has a number of its own.
    return JSON.stringify(answer.json(), (field, value: unknown) =>
      field === 'last_used_at' || field === 'request_id' ? undefined : value,
    );
  }

  /** The reads that it was told of since. Whose scopes changed is told that everything is stale. */
  private async staleSince({ snapshot, scopes }: Moment): Promise<string[]> {
    if ((await this.moment()).scopes.join() !== scopes.join()) return this.reads.map(([name]) => name);
    const lists = await server.database.sql<{ list: string }>`
      select distinct list from list_changes
      where scope = any(${scopes}::text[]) and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)`;
    return lists.flatMap(({ list }) => readsOf(list));
  }
}

/** Where two texts differ first, with what stands around it. */
function firstDifference(before: string, after: string): string {
  const length = Math.max(before.length, after.length);
  const at = Array.from({ length }).findIndex((_, index) => before[index] !== after[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 300);
  return `${around(before)} became ${around(after)}`;
}
