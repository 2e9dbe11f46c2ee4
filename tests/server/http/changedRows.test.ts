import { raw } from 'sql-template-tag';
import { expect, onTestFinished } from 'vitest';
import { seededRandom } from '../../../server/demo/seededRandom.ts';
import { runs, seeds } from '../../support/runs.ts';
import { MANAGERS_LISTS, Phone, RESIDENTS_LISTS, told } from '../../support/server/lists/heldLists.ts';
import { randomChanges } from '../../support/server/lists/randomChanges.ts';
import { managersReads, OpenApp, residentsReads } from '../../support/server/lists/shownReads.ts';
import { testServer, UNLIMITED } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

test('after any changes a phone that refreshes by what changed has what a full read answers', async () => {
  const seed = process.env.CHANGES_SEED ?? String(seeds(20261126).at(-1));
  const steps = Number(process.env.CHANGES_STEPS ?? runs(100, 400));
  const random = seededRandom(seed);
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, is_manager, unit)
    select name, name || '@example.com', password_hash, initcap(name), 'Of the house', name = 'second', home
    from users, (values ('second', null), ('sixth', 3), ('seventh', 1)) as added (name, home)
    where username = 'manager'`;
  // Who has been a manager for long may ask to remove another one.
  await server.database.sql`update users set manager_since = now() - interval '1 year' where is_manager`;
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas) values (0.02, 0.145, 1.09)`;
  // Set by tests/bench/changes/withoutTriggers.ts, which expects this test to fail then.
  const [trigger, table] = process.env.CHANGES_WITHOUT?.split(' on ') ?? [];
  if (trigger) await server.database.sql`drop trigger ${raw(trigger)} on ${raw(String(table))}`;
  const others = [1, 2].map(() => testServer(UNLIMITED, { database: server.database, populated: true }));
  const servers = [server, ...(await Promise.all(others))];
  onTestFinished(async () => {
    // The database is the first server's.
    await Promise.all(servers.slice(1).map(({ app }) => app.close()));
  });
  const [second, neighbour, newcomer] = await Promise.all(
    ['second', 'neighbour', 'newcomer'].map((name) => server.token(name)),
  );
  const phones = [
    ...[manager, second!].map((as) => new Phone(MANAGERS_LISTS, as)),
    ...[resident, neighbour!, newcomer!].map((as) => new Phone(RESIDENTS_LISTS, as)),
  ];
  const apps = [
    new OpenApp(1, manager, managersReads(1)),
    new OpenApp(2, resident, residentsReads(2)),
    new OpenApp(3, neighbour!, residentsReads(3)),
  ];
  const kinds = randomChanges(random, {
    managers: [manager, second!],
    residents: [resident, neighbour!, newcomer!],
  });
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const some = <T>(from: readonly T[]) => from[random(0, from.length - 1)]!;
  const someOf = <T>(from: readonly T[]) => [...new Set([some(from), some(from)])];
  const made: string[] = [];
  let step = 0;
  const succeeded = new Set<string>();
  try {
    for (const each of phones) await each.expectWhole(server);
    for (const each of apps) await each.expectTold(server);
    for (; step < steps; step += 1) {
      const chosen = Array.from({ length: random(1, 4) }, () => some(names));
      made.push(...chosen);
      // Refreshes go on while changes are made, each of some of the lists, so that a phone has lists of several moments.
      const going = new Set([some(phones), some(phones)]);
      await Promise.all([
        ...chosen.map(async (name) => {
          const answer = await kinds[name](some(servers));
          const status = answer && 'statusCode' in answer ? answer.statusCode : 200;
          expect(status, name).toBeLessThan(500);
          if (status < 300) succeeded.add(name);
        }),
        ...[...going].map((phone) => phone.refresh(some(servers), someOf(phone.lists))),
      ]);
      await some(phones).expectWhole(some(servers));
      await some(apps).expectTold(some(servers));
    }
    for (const each of phones) await each.expectWhole(some(servers));
    for (const each of apps) await each.expectTold(some(servers));
    // Each kind alone, in a long run: beside others, what is told of them hides that nothing is told of it.
    for (const name of steps < 400 ? [] : names) {
      made.push(name);
      await kinds[name](some(servers));
      for (const each of apps) await each.expectTold(some(servers));
    }
  } catch (error) {
    throw new Error(`CHANGES_SEED=${seed}, step ${step}, after ${made.slice(-8).join(', ')}`, {
      cause: error,
    });
  }
  expect(told).toEqual(new Set(['unchanged', 'changed', 'whole']));
  // In a few steps not each kind of change is tried where it can succeed.
  expect(names.length - succeeded.size).toBeLessThan(steps < 500 ? names.length / 2 : 1);
});
