import { beforeEach, expect } from 'vitest';
import { made } from '../../support/server/resources/maintenance.ts';
import { added } from '../../support/server/resources/requestEvents.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

const [MANAGER, RESIDENT] = [1, 2];

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
  await server.database.sql`delete from notification_events`;
});

/** What was told since the report, and whom. */
async function told(): Promise<{ kind: string; title: string; body: string; to: number[] }[]> {
  return server.database.sql`
    select kind, title, body, array(select user_id from notifications where event_id = event.id order by 1) as to
    from notification_events as event order by id`;
}

async function reported(as = resident): Promise<number> {
  const { id } = await made(as, { information: 'It drips.', ...(as === manager ? { unit_id: '1' } : {}) });
  await server.database.sql`delete from notification_events`;
  return id;
}

async function anotherManager(): Promise<number> {
  const [made] = await server.database.sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, is_manager)
    select 'mo', 'mo@example.com', password_hash, 'Mo', 'Deputy', true from users where id = ${MANAGER}
    on conflict do nothing returning id`;
  return made!.id;
}

test('a resident is told of a reply with its words, of a visit with its time and who comes, and when it is done', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'reply', text: 'Is it the hot or the cold tap?' });
  await added(manager, id, {
    ...{
      kind: 'scheduled',
      visit_on: '2030-05-01',
      visit_from: '09:30',
      visit_to: '11:00',
      visitor: 'Al of Ace',
    },
  });
  await added(manager, id, { kind: 'done' });
  expect(await told()).toEqual([
    {
      kind: 'request_reply',
      title: 'Management replied to your maintenance request',
      body: 'Is it the hot or the cold tap?',
      to: [RESIDENT],
    },
    {
      kind: 'request_scheduled',
      title: 'Al of Ace comes on May 1, 2030, 9:30 AM to 11:00 AM',
      body: 'It drips.',
      to: [RESIDENT],
    },
    {
      kind: 'request_completed',
      title: 'Your maintenance request is completed',
      body: 'It drips.',
      to: [RESIDENT],
    },
  ]);
});

test('a resident is not told that a request was seen, assigned, started or noted on', async () => {
  const id = await reported();
  await server.call('PUT', `/maintenance/${id}/seen`, { as: manager });
  await added(manager, id, { kind: 'assigned', vendor: 'Ace' });
  await added(manager, id, { kind: 'started' });
  await added(manager, id, { kind: 'note', text: 'Bring a ladder' });
  expect(await told()).toEqual([]);
});

test('managers are told of a reply and of “still not fixed”, and not of a confirmation', async () => {
  const id = await reported();
  await added(resident, id, { kind: 'reply', text: 'The hot one.' });
  await added(manager, id, { kind: 'done' });
  await added(resident, id, { kind: 'confirmed' });
  await added(resident, id, { kind: 'reopened' });
  const [reply, , reopened, ...rest] = await told();
  expect(reply).toEqual({
    kind: 'request_replied',
    title: 'Robin Hale replied to a request',
    body: 'The hot one.',
    to: [MANAGER],
  });
  expect(reopened).toEqual({
    kind: 'request_replied',
    title: 'Robin Hale says that it is still not fixed',
    body: 'It drips.',
    to: [MANAGER],
  });
  expect(rest).toEqual([]);
});

test('of a request that a manager has taken on they alone are told, and everyone once they are a manager no more', async () => {
  const id = await reported();
  const mo = await anotherManager();
  await added(resident, id, { kind: 'reply', text: 'To all' });
  await added(manager, id, { kind: 'assigned', assignee_id: mo });
  await added(resident, id, { kind: 'reply', text: 'To Mo' });
  await server.database.sql`update users set is_manager = false, is_current_user = false where id = ${mo}`;
  await added(resident, id, { kind: 'reply', text: 'To whom there is' });
  const replies = await told();
  expect(replies.map(({ body, to }) => [body, to])).toEqual([
    ['To all', [MANAGER, mo]],
    ['To Mo', [mo]],
    ['To whom there is', [MANAGER]],
  ]);
});

test('a reply about what management reported for a home is told to who lives there', async () => {
  const id = await reported(manager);
  await added(manager, id, { kind: 'reply', text: 'We come tomorrow.' });
  expect((await told()).map(({ to }) => to)).toEqual([[RESIDENT]]);
});

test('what newcomers reply is told together, without their words', async () => {
  const id = await reported(newcomer);
  await added(newcomer, id, { kind: 'reply', text: 'One' });
  await added(newcomer, id, { kind: 'reply', text: 'Two' });
  expect(await told()).toMatchObject([
    { title: '2 replies by people whose unit is not confirmed', body: 'Open the requests to read them.' },
  ]);
});

test('what was told of a request is taken back when it is cancelled', async () => {
  const id = await reported();
  await added(manager, id, { kind: 'reply', text: 'We come.' });
  await server.call('DELETE', `/maintenance/${id}`, { as: resident });
  expect(await told()).toEqual([]);
  expect((await server.call('GET', '/notifications', { as: neighbour })).json()).toEqual([]);
});
