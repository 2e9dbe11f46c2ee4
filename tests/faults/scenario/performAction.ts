import { type Actor } from './actor.ts';
import { type Device } from '../simulation/device.ts';
import { discardPayment, recordPayments } from './doorPayments.ts';
import { textPrefix, type Report, type Said } from '../expected.ts';
import type { People, Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { UserAction } from '../schedule.ts';
import { SAID_BY_MANAGERS, SAID_BY_RESIDENTS, say } from './requestEvents.ts';
import { write } from './write.ts';
import { editReport } from './editReport.ts';

interface Scene {
  actor: Actor;
  device: Device;
  people: People;
  /** Who is signed in, in which tab. */
  by: Person;
  tab: Sandbox;
  server: TestServer;
  /** The id that the server gave a report. */
  idOf: (report: Report) => Promise<number | undefined>;
}

/** Does what a person may do who is signed in. */
export async function performAction(
  action: UserAction,
  { actor, device, people, by, tab, server, idOf }: Scene,
): Promise<void> {
  const manages = by.unit === undefined;
  if (action.type === 'report' && !manages) {
    const second = action.draft === 'in two tabs' ? await device.tab(1) : undefined;
    await actor.report(tab, by, action.photos, second ?? action.draft !== 'no');
  }
  if (action.type === 'edit' || action.type === 'cancel') {
    const report = pick(editable(actor, by), action.which);
    if (report && action.type === 'edit') await editReport(actor, tab, report, action.photos);
    if (report && action.type === 'cancel') await actor.cancel(tab, report);
  }
  if (action.type === 'complete' && manages) {
    const report = pick(editable(actor), action.which);
    const id = report && (await idOf(report));
    if (id) await actor.complete(tab, by, report, id);
  }
  if (action.type === 'say') {
    const report = pick(manages ? editable(actor) : editable(actor, by), action.which);
    const sent = report && (await idOf(report));
    const id = sent ?? (manages ? people[action.which % 2 === 0 ? 0 : 1] : by).request;
    const about = report && sent ? textPrefix(actor.tag, report) : '';
    const event = pick<Said['event']>([...(manages ? SAID_BY_MANAGERS : SAID_BY_RESIDENTS)], action.what);
    if (id && event) await say(actor, tab, { author: by, about, id, event, photos: action.photos });
  }
  if (action.type === 'write') {
    const about = people[action.of];
    await write(actor, tab, { author: by, about, which: action.what, photos: action.photos, server });
  }
  if (action.type === 'suggest') await actor.suggest(tab, by);
  if (action.type === 'read meters' && manages) await actor.readMeters(tab, by, action.units);
  if (action.type === 'record payment' && manages) {
    const tabs = action.tabs === 2 ? [tab, await device.tab(1)] : [tab];
    await recordPayments(actor, tabs, by, people[action.of]);
  }
  if (action.type === 'discard payment') {
    const items = await tab.app.itemsOf(by.id);
    const payment = pick(
      items.filter(({ route }) => route === 'recordPayment'),
      action.which,
    );
    if (payment) await discardPayment(actor, tab, payment);
  }
  if (action.type === 'withdraw bills' || action.type === 'try again') {
    const items = await tab.app.itemsOf(by.id);
    const bills = pick(
      items.filter(({ route }) => route === 'createUtilityBills'),
      action.which,
    );
    const refused = pick(
      items.filter(({ refusal }) => refusal),
      action.which,
    );
    if (bills && action.type === 'withdraw bills') await actor.withdrawBills(tab, bills);
    if (refused && action.type === 'try again') await tab.app.retry(refused.id);
  }
}

/** The reports that may still be changed: by their author, or by a manager. */
export function editable(actor: Actor, by?: Person): Report[] {
  return actor.reports().filter((each) => !each.cancelled && (!by || each.author === by));
}

export function pick<T>(list: T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
