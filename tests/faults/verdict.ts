import type { OutboxItem } from '../../src/offline/engine/database.ts';
import type { TestServer } from '../support/server/server.ts';
import type { Network } from '../support/offline/wire.ts';
import { markOf, type Meant, type Reading, type Report, type Suggestion } from './meant.ts';
import type { People } from './people.ts';

/** What became of every change of a schedule. */
export interface Verdict {
  submitted: number;
  made: number;
  waiting: number;
  /** In words, one for each. */
  lost: string[];
  repeated: string[];
  /** What is wrong in another way: out of order, as another person, or a bug that was told. */
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
interface Ending {
  tag: string;
  reports: Row[];
  suggestions: { text: string; user_id: number }[];
  bills: { user_id: number; water_usage: number }[];
  items: OutboxItem[];
}

/** Compares what people meant with what the server has and what the phone still shows. */
export async function judge(
  meant: Meant[],
  { server, net, tag, people, items }: World & { items: OutboxItem[] },
): Promise<Verdict> {
  const ending = { tag, items, ...(await readServer(server, tag, people)) };
  const verdict: Verdict = {
    submitted: 0,
    made: 0,
    waiting: 0,
    lost: [],
    repeated: [],
    wrong: wrongOnTheWire(net, meant, tag),
  };
  for (const each of meant) {
    const { changes, waiting, fault } = judgeOne(each, ending);
    verdict.submitted += changes;
    verdict.waiting += waiting;
    if (fault) verdict[fault.is].push(`${each.kind} ${markOf(tag, each)}${fault.how}`);
    verdict.made += Math.max(0, changes - waiting - (fault?.is === 'lost' ? 1 : 0));
  }
  return verdict;
}

interface World {
  server: TestServer;
  net: Network;
  tag: string;
  people: People;
}

interface Judged {
  changes: number;
  waiting: number;
  fault?: { is: 'lost' | 'repeated' | 'wrong'; how: string };
}

function judgeOne(meant: Meant, ending: Ending): Judged {
  switch (meant.kind) {
    case 'report':
      return judgeReport(meant, ending);
    case 'suggestion': {
      const mark = markOf(ending.tag, meant);
      return judgeCount(meant, {
        made: ending.suggestions.filter(
          ({ text, user_id }) => text.startsWith(mark) && user_id === meant.by.id,
        ).length,
        items: ending.items.filter((item) => textOf(item).startsWith(mark)),
      });
    }
    case 'reading':
      return judgeCount(meant, {
        made: ending.bills.filter(
          ({ user_id, water_usage }) => user_id === meant.of.id && water_usage === meant.n,
        ).length,
        items: ending.items.filter(
          ({ route, input }) =>
            route === 'createUtilityBills' &&
            (input.body as { user_id: number; water_usage: number }[]).some(
              (entry) => entry.user_id === meant.of.id && entry.water_usage === meant.n,
            ),
        ),
      });
  }
}

/** What is made once and never changed. */
function judgeCount(
  { maybe }: Suggestion | Reading,
  { made, items }: { made: number; items: OutboxItem[] },
): Judged {
  const waiting = items.filter(({ refusal }) => refusal).length;
  const changes = maybe && made === 0 && waiting === 0 ? 0 : 1;
  if (made > 1) return { changes, waiting: 0, fault: { is: 'repeated', how: `was made ${made} times` } };
  if (made === 1 && waiting === 0) return { changes, waiting };
  if (waiting > 0) return { changes, waiting: 1 };
  if (items.length > 0) return { changes, waiting: 0, fault: { is: 'lost', how: 'waits for nobody' } };
  return maybe ? { changes, waiting } : { changes, waiting, fault: { is: 'lost', how: 'is nowhere' } };
}

function judgeReport(report: Report, { tag, reports, items }: Ending): Judged {
  const { changes } = report;
  const mark = markOf(tag, report);
  const rows = reports.filter(({ text }) => text.startsWith(mark));
  const [row] = rows;
  const records = new Set(items.filter((item) => textOf(item).startsWith(mark)).map(({ record }) => record));
  if (row) records.add(`maintenance:${row.id}`);
  const own = items.filter(({ record }) => records.has(record));
  const fault = (is: 'lost' | 'repeated' | 'wrong', how: string) => ({
    changes,
    waiting: 0,
    fault: { is, how },
  });

  if (rows.length > 1) return fault('repeated', `was made ${rows.length} times`);
  if (row && row.user_id !== report.by.id) return fault('wrong', 'was made as another person’s');
  const twice = row?.photos.find((photo, at) => row.photos.indexOf(photo) !== at);
  if (twice) return fault('repeated', `has a photo twice: ${twice}`);
  if (own.length > 0) {
    // Behind what needs a person, the later changes of the same record wait visibly.
    if (!own.some(({ refusal }) => refusal)) return fault('lost', 'waits for nobody');
    return { changes, waiting: Math.min(own.length, changes) };
  }
  if (report.completed && row && !row.completed) return fault('lost', 'was not completed');
  if (report.right.some((each) => isAs(each, row))) return { changes, waiting: 0 };
  const there = row ? JSON.stringify(row) : 'nowhere';
  return fault('lost', `should be ${JSON.stringify(report.right)} and is ${there}`);
}

function isAs(right: Report['right'][number], row: Row | undefined): boolean {
  if (right === 'gone') return !row || row.cancelled;
  return (
    row !== undefined &&
    !row.cancelled &&
    row.text === right.text &&
    row.photos.length === right.photos.length &&
    row.photos.every((photo) => right.photos.includes(photo))
  );
}

export function textOf({ input }: OutboxItem): string {
  const { information, announcement } = (input.body ?? {}) as { information?: string; announcement?: string };
  return information ?? announcement ?? '';
}

async function readServer({ database: { sql } }: TestServer, tag: string, people: People) {
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
    bills: await sql<{ user_id: number; water_usage: number }>`
      select user_id, water_usage from utility_bills where user_id = any(${ids}::int[])`,
  };
}

/** Whoever sent it was its author, and the wordings of each report were made in their order. */
function wrongOnTheWire(net: Network, meant: Meant[], tag: string): string[] {
  const wrong: string[] = [];
  const latest = new Map<number, number>();
  for (const { wire, status, replayed } of net.delivered) {
    const found = new RegExp(`#${tag}\\.(\\d+) v?(\\d*)`).exec(wire.body.toString('latin1'));
    if (!found || !wire.headers.has('Idempotency-Key')) continue;
    const [, number, version] = found.map(Number) as [number, number, number];
    const by = meant.find(({ n }) => n === number)?.by.id;
    const claims = (wire.headers.get('Authorization') ?? '').split('.')[1] ?? '';
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub?: string };
    if (by !== Number(sub)) wrong.push(`#${number} was sent as ${sub} and is ${by}’s`);
    if (status >= 300 || replayed) continue;
    if ((latest.get(number) ?? 0) > version)
      wrong.push(`#${number} had wording ${version} made after a later one`);
    latest.set(number, version);
  }
  return wrong;
}
