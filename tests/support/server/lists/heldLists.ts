import { expect } from 'vitest';
import { applyChangedRows } from '../../../../contract/changes/applyChangedRows.ts';
import { changedRowsOf } from '../../../../contract/changes/changedRows.ts';
import type { Route } from '../../../../contract/http/route.ts';
import { routes } from '../../../../contract/routes.ts';
import type { TestServer } from '../server.ts';
import { askChanges } from './listFeed.ts';

type Row = Record<string, unknown>;

/** A list on a phone; its key is its call with its input. */
export interface HeldList {
  key: string;
  route: Route;
  path: string;
}

const list = (key: keyof typeof routes, path?: string, input = ''): HeldList => ({
  key: key + input,
  route: routes[key],
  path: path ?? routes[key].path,
});

export const MANAGERS_LISTS = [
  list('listUsers'),
  list('listUnits'),
  list('listLastReadings'),
  list('listMeters'),
  list('listLeases'),
  list('listProperties'),
  list('listBalances'),
  list('listAnnouncements'),
  list('listThreads'),
  list('listMaintenance'),
  list('listMaintenance', '/maintenance?completed=false', '&completed=false'),
  list('listUserTransactions', '/transactions/user-history/2', '&id=2'),
  list('listUserTransactions', '/transactions/user-history/3', '&id=3'),
];
export const RESIDENTS_LISTS = [
  list('listMyTransactions'),
  list('listProperties'),
  list('listAnnouncements'),
  list('listThreads'),
  list('listMaintenance'),
  list('listMaintenance', '/maintenance?completed=true', '&completed=true'),
];

/** How lists were told about in all refreshes. */
export const told = new Set<'unchanged' | 'changed' | 'whole'>();

/** The lists on one person's phone. */
export class Phone {
  private readonly held = new Map<string, { rows: Row[]; cursor: string }>();

  constructor(
    readonly lists: readonly HeldList[],
    private readonly as: string,
  ) {}

  /** Refreshes some of the lists as the app does: by what changed in all that it has, and the others in pages. */
  async refresh(by: TestServer, lists: readonly HeldList[] = this.lists): Promise<void> {
    const since: Record<string, string[]> = {};
    for (const { key } of lists) {
      const cursor = this.held.get(key)?.cursor;
      if (cursor !== undefined) (since[cursor] ??= []).push(key);
    }
    const { cursor, lists: changes } = await askChanges(by, this.as, since);
    for (const { key, route, path } of lists) {
      const held = this.held.get(key);
      const changed = held ? changes[key] : 'whole';
      if (held) told.add(changed === undefined ? 'unchanged' : changed === 'whole' ? 'whole' : 'changed');
      if (!held || changed === 'whole') {
        this.held.set(key, await this.first(by, path));
        continue;
      }
      // What the app checks of an answer.
      const parsed = changed && changedRowsOf(route).parse(changed);
      const rows = parsed ? applyChangedRows(held.rows, parsed, route.paged!.id) : held.rows;
      expect(rows, `what changed in ${path} fits`).toBeDefined();
      this.held.set(key, { rows: rows!, cursor });
    }
  }

  /** Expects that all lists, once refreshed, are what full reads answer, also where something is published by time meanwhile. */
  async expectWhole(by: TestServer): Promise<void> {
    let left: readonly HeldList[] = this.lists;
    while (left.length > 0) {
      const before = new Map<HeldList, Row[]>();
      for (const each of left) before.set(each, await this.whole(by, each.path));
      await this.refresh(by, left);
      const differing: HeldList[] = [];
      for (const each of left) {
        const rows = this.held.get(each.key)?.rows;
        if (isEqual(rows, before.get(each))) continue;
        // Nothing was published meanwhile, so that they must agree.
        if (isEqual(before.get(each), await this.whole(by, each.path))) {
          expect(rows, each.key).toEqual(before.get(each));
        } else {
          differing.push(each);
        }
      }
      left = differing;
    }
  }

  /** All of a list, of which the first page tells the cursor: the next refresh tells what changes while the rest is read. */
  private async first(by: TestServer, path: string): Promise<{ rows: Row[]; cursor: string }> {
    const answer = await by.call('GET', path, { as: this.as, headers: { 'page-limit': '4' } });
    expect(answer.statusCode, answer.body).toBe(200);
    return { rows: await this.whole(by, path), cursor: String(answer.headers['changes-cursor']) };
  }

  private async whole(by: TestServer, path: string): Promise<Row[]> {
    const answer = await by.call('GET', path, { as: this.as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Row[]>();
  }
}

function isEqual(some: readonly Row[] | undefined, others: readonly Row[] | undefined): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
