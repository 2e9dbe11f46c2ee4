import type { OutboxItem } from '../../src/offline/engine/database.ts';
import type { TestServer } from '../support/server/server.ts';
import type { Network } from '../support/offline/testNetwork.ts';
import { checkPayment, readPayments, repeatedNumbers, type PostedPayment } from './scenario/doorPayments.ts';
import { foundOf, readWritten, type WrittenRow } from './scenario/writtenRows.ts';
import { textOf, textPrefix } from './expected.ts';
import type { Expected, Reading, Report, Said, Suggestion, Written } from './expected.ts';
import type { People } from './people.ts';

/** The outcome of every change of a schedule. */
export interface RunResult {
  submitted: number;
  made: number;
  waiting: number;
  /** One message for each. */
  lost: string[];
  repeated: string[];
  /** Other violations: out of order, as another user, or an error in the app's console. */
  wrong: string[];
}

interface Row {
  id: number;
  user_id: number;
  text: string;
  cancelled: boolean;
  completed: boolean;
  photos: string[];
}

/** What the server and the phone have in the end. */
interface FinalState {
  tag: string;
  reports: Row[];
  suggestions: { text: string; user_id: number }[];
  written: WrittenRow[];
  bills: { user_id: number; water_usage: number }[];
  payments: PostedPayment[];
  items: OutboxItem[];
}

/** Compares what is expected with what the server has and what the phone still shows. */
export async function checkInvariants(
  expected: Expected[],
  { server, net, tag, people, items }: ServerState & { items: OutboxItem[] },
): Promise<RunResult> {
  const final = { tag, items, ...(await readServerState(server, tag, people)) };
  const result: RunResult = {
    submitted: 0,
    made: 0,
    waiting: 0,
    lost: [],
    repeated: repeatedNumbers(expected.filter((each) => each.kind === 'payment')),
    wrong: deliveryViolations(net, expected, tag),
  };
  for (const each of expected) {
    const { changes, waiting, fault } = checkChange(each, final, expected);
    result.submitted += changes;
    result.waiting += waiting;
    if (fault) result[fault.is].push(`${each.kind} ${textPrefix(tag, each)}${fault.how}`);
    result.made += Math.max(0, changes - waiting - (fault?.is === 'lost' ? 1 : 0));
  }
  return result;
}

interface ServerState {
  server: TestServer;
  net: Network;
  tag: string;
  people: People;
}

interface ChangeResult {
  changes: number;
  waiting: number;
  fault?: { is: 'lost' | 'repeated' | 'wrong'; how: string };
}

function checkChange(expected: Expected, final: FinalState, all: readonly Expected[]): ChangeResult {
  switch (expected.kind) {
    case 'report':
      return checkReport(expected, final);
    case 'suggestion': {
      const prefix = textPrefix(final.tag, expected);
      return checkCreatedOnce(expected, {
        made: final.suggestions.filter(
          ({ text, user_id }) => text.startsWith(prefix) && user_id === expected.author.id,
        ).length,
        items: final.items.filter((item) => textOf(item).startsWith(prefix)),
      });
    }
    case 'said':
    case 'written':
      return checkWithPhotos(expected, final, givenUp(expected, all, final));
    case 'payment':
      return checkPayment(expected, textPrefix(final.tag, expected), final);
    case 'reading':
      return checkCreatedOnce(expected, {
        made: final.bills.filter(
          ({ user_id, water_usage }) => user_id === expected.tenant.id && water_usage === expected.n,
        ).length,
        items: final.items.filter(
          ({ route, input }) =>
            route === 'createUtilityBills' &&
            (input.body as { user_id: number; water_usage: number }[]).some(
              (entry) => entry.user_id === expected.tenant.id && entry.water_usage === expected.n,
            ),
        ),
      });
  }
}

/**
 * Whether photos of what was said need not arrive: who said it cancelled their own request, and the server has done it. The
 * photos that are still on the phone are given up then, like those of the request itself.
 */
function givenUp(said: Said | Written, all: readonly Expected[], { tag, reports }: FinalState): boolean {
  if (said.kind !== 'said') return false;
  const row = reports.find(({ id }) => id === said.request);
  return all.some(
    (each) =>
      each.kind === 'report' &&
      each.cancelled &&
      each.author.id === said.author.id &&
      row?.cancelled === true &&
      row.text.startsWith(textPrefix(tag, each)),
  );
}

/** What was written once, with all of its photos, or with some of them where the others are given up. */
function checkWithPhotos(expected: Said | Written, final: FinalState, fewer: boolean): ChangeResult {
  const { made, items, photos } = foundOf(expected, final);
  const result = checkCreatedOnce(expected, { made, items, behind: final.items });
  if (result.fault || result.waiting > 0 || expected.uncertain) return result;
  const twice = photos.find((photo, at) => photos.indexOf(photo) !== at);
  if (twice) return { ...result, fault: { is: 'repeated', how: `has a photo twice: ${twice}` } };
  if (String([...photos].sort()) === String([...expected.photos].sort())) return result;
  if (fewer && photos.every((photo) => expected.photos.includes(photo))) return result;
  const how = `should have the photos ${String(expected.photos)} and has ${String(photos)}`;
  return { ...result, fault: { is: 'lost', how } };
}

/** A change that is created once and never edited. */
function checkCreatedOnce(
  { uncertain }: Suggestion | Said | Written | Reading,
  { made, items, behind = [] }: { made: number; items: OutboxItem[]; behind?: OutboxItem[] },
): ChangeResult {
  // Behind what needs a person, the later changes of the same record wait visibly.
  const isBehind = ({ record, seq }: OutboxItem) =>
    behind.some((other) => other.record === record && other.seq < seq && other.refusal);
  const waiting = items.filter((item) => item.refusal !== undefined || isBehind(item)).length;
  const changes = uncertain && made === 0 && waiting === 0 ? 0 : 1;
  if (made > 1) return { changes, waiting: 0, fault: { is: 'repeated', how: `was made ${made} times` } };
  if (made === 1 && waiting === 0) return { changes, waiting };
  if (waiting > 0) return { changes, waiting: 1 };
  if (items.length > 0) return { changes, waiting: 0, fault: { is: 'lost', how: 'waits for nobody' } };
  return uncertain ? { changes, waiting } : { changes, waiting, fault: { is: 'lost', how: 'is nowhere' } };
}

function checkReport(report: Report, { tag, reports, items }: FinalState): ChangeResult {
  const { changes } = report;
  const prefix = textPrefix(tag, report);
  const rows = reports.filter(({ text }) => text.startsWith(prefix));
  const [row] = rows;
  const records = new Set(
    items.filter((item) => textOf(item).startsWith(prefix)).map(({ record }) => record),
  );
  if (row) records.add(`maintenance:${row.id}`);
  const ofRecord = items.filter(({ record }) => records.has(record));
  // What was said about it is expected by itself.
  const own = ofRecord.filter(({ route }) => route !== 'addRequestEvent');
  const fault = (is: 'lost' | 'repeated' | 'wrong', how: string) => ({
    changes,
    waiting: 0,
    fault: { is, how },
  });

  if (rows.length > 1) return fault('repeated', `was made ${rows.length} times`);
  if (row && row.user_id !== report.author.id) return fault('wrong', 'was made as another person’s');
  const twice = row?.photos.find((photo, at) => row.photos.indexOf(photo) !== at);
  if (twice) return fault('repeated', `has a photo twice: ${twice}`);
  if (own.length > 0) {
    // Behind what needs a person, the later changes of the same record wait visibly.
    if (!ofRecord.some(({ refusal }) => refusal)) return fault('lost', 'waits for nobody');
    return { changes, waiting: Math.min(own.length, changes) };
  }
  if (report.completed && row && !row.completed) return fault('lost', 'was not completed');
  if (report.accepted.some((each) => matches(each, row))) return { changes, waiting: 0 };
  const there = row ? JSON.stringify(row) : 'nowhere';
  return fault('lost', `should be ${JSON.stringify(report.accepted)} and is ${there}`);
}

function matches(accepted: Report['accepted'][number], row: Row | undefined): boolean {
  if (accepted === 'absent') return !row || row.cancelled;
  return (
    row !== undefined &&
    !row.cancelled &&
    row.text === accepted.text &&
    row.photos.length === accepted.photos.length &&
    row.photos.every((photo) => accepted.photos.includes(photo))
  );
}

async function readServerState(server: TestServer, tag: string, people: People) {
  const { sql } = server.database;
  const pattern = `#${tag}.%`;
  const ids = people.map(({ id }) => id);
  return {
    reports: await sql<Row>`
      select request.id, user_id, information as text, cancelled_at is not null as cancelled, completed,
        array(select sha256 from photos where maintenance_request_id = request.id and removed_at is null
          order by position) as photos
      from maintenance_requests as request where user_id = any(${ids}::int[]) and information like ${pattern}`,
    suggestions: await sql<{ text: string; user_id: number }>`
      select announcement as text, user_id from announcements where announcement like ${pattern}`,
    written: await readWritten(server, pattern, people),
    payments: await readPayments(server, pattern),
    bills: await sql<{ user_id: number; water_usage: number }>`
      select user_id, water_usage from utility_bills where user_id = any(${ids}::int[])`,
  };
}

/** Each change was sent as its author, and the texts of each report were applied in order. */
function deliveryViolations(net: Network, expected: Expected[], tag: string): string[] {
  const wrong: string[] = [];
  const latest = new Map<number, number>();
  for (const { request, status, replayed } of net.delivered) {
    const found = new RegExp(`#${tag}\\.(\\d+) v?(\\d*)`).exec(request.body.toString('latin1'));
    if (!found || !request.headers.has('Idempotency-Key')) continue;
    const [, number, version] = found.map(Number) as [number, number, number];
    const by = expected.find(({ n }) => n === number)?.author.id;
    const claims = (request.headers.get('Authorization') ?? '').split('.')[1] ?? '';
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub?: string };
    if (by !== Number(sub)) wrong.push(`#${number} was sent as ${sub} and is ${by}’s`);
    if (status >= 300 || replayed) continue;
    if ((latest.get(number) ?? 0) > version)
      wrong.push(`#${number} had wording ${version} made after a later one`);
    latest.set(number, version);
  }
  return wrong;
}
