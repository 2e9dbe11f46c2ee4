import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Invitation, InvitationChanged } from '../../../contract/users/invitation.ts';
import { enter, enterPerson, listed, person } from '../../support/server/resources/invitations.ts';
import { manager, server, testWith } from '../../support/server/world.ts';

const test = testWith({
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@example.com', PUBLIC_URL: 'http://localhost:3123' },
});
beforeEach(enterPerson);

const invite = (
  body: object,
  { of = person.id, headers = {} }: { of?: number; headers?: Record<string, string> } = {},
) => server.call('PUT', `/users/${of}/invitation`, { as: manager, body, headers });
const links = async (id = person.id) =>
  (await server.call('GET', '/invitations', { as: manager }))
    .json<Invitation[]>()
    .filter(({ user_id }) => user_id === id)
    .map(({ token }) => token);
const mails = async (id = person.id) =>
  (
    await server.database.sql`
      select 1 from notifications join notification_events as event on event.id = event_id
      where kind = 'invitation' and user_id = ${id}`
  ).length;

test('a person is added and invited in one change, by e-mail where they have an address', async () => {
  const ana = await enter({ firstName: 'Ana', lastName: 'Lima', email: 'ana@example.com', invite: true });
  expect((await listed(ana.id)).invited_at).not.toBeNull();
  expect(await links(ana.id)).toHaveLength(1);
  expect(await mails(ana.id)).toBe(1);
  const bo = await enter({ firstName: 'Bo', lastName: 'Lima', invite: true });
  expect(await links(bo.id)).toHaveLength(1);
  const cy = await enter({ firstName: 'Cy', lastName: 'Lima' });
  expect((await listed(cy.id)).invited_at).toBeNull();
});

test('an invitation that was written without a connection is made once by its key, and its answer tells no link', async () => {
  const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000079' };
  const answer = await invite({ by_email: true, invited_at: null }, { headers });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { user_id: person.id, invited_at: (await listed(person.id)).invited_at, mailed: true },
  ]);
  const made = await links();
  expect((await invite({ by_email: true, invited_at: null }, { headers })).json()).toEqual(answer.json());
  expect(await links()).toEqual(made);
  expect(await mails()).toBe(1);
  for (const token of made) expect(answer.body).not.toContain(token);
});

test('an invitation that somebody else made meanwhile stays, and one that stood as it was written is replaced', async () => {
  await server.call('POST', '/invitations', {
    as: manager,
    body: { user_ids: [person.id], by_email: false },
  });
  const printed = await links();
  const { invited_at } = await listed(person.id);
  expect((await invite({ by_email: true, invited_at: null })).json()).toEqual({
    ...{ user_id: person.id, invited_at, mailed: false },
  });
  expect(await links()).toEqual(printed);
  expect(await mails()).toBe(0);
  expect((await invite({ by_email: false, invited_at })).statusCode).toBe(200);
  expect(await links()).not.toEqual(printed);
});

const inviteAtDesk = () =>
  server.call('POST', '/invitations', { as: manager, body: { user_ids: [person.id], by_email: false } });
const withdraw = async () =>
  expect((await server.call('DELETE', `/users/${person.id}/invitation`, { as: manager })).statusCode).toBe(
    200,
  );
const AN_HOUR_AGO = () => ({ 'captured-at': new Date(Date.now() - 60 * 60_000).toISOString() });

test.each(['replaces the one that stood', 'was written before anybody was invited'])(
  'an invitation that somebody withdrew meanwhile stays withdrawn, where the unsent one %s, until that is known',
  async (written) => {
    await inviteAtDesk();
    const { invited_at, unit, access_since = null } = await listed(person.id);
    await withdraw();
    const body = {
      ...{ by_email: true, unit, access_since },
      invited_at: written.startsWith('replaces') ? invited_at : null,
    };
    const refused = await invite(body, { headers: AN_HOUR_AGO() });
    expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
      409,
      { code: 'invitation_changed', detail: { unit, access_since } },
    ]);
    expect([await links(), await mails()]).toEqual([[], 0]);
    const { withdrawn_at } = refused.json<{ detail: InvitationChanged }>().detail;
    expect(withdrawn_at).not.toBeNull();
    const known = { ...body, invited_at: null, withdrawn_at };
    await inviteAtDesk();
    await withdraw();
    expect((await invite(known, { headers: AN_HOUR_AGO() })).statusCode).toBe(409);
    const again = (await invite(known, { headers: AN_HOUR_AGO() })).json<{ detail: InvitationChanged }>();
    const latest = { ...known, withdrawn_at: again.detail.withdrawn_at };
    expect((await invite(latest, { headers: AN_HOUR_AGO() })).statusCode).toBe(200);
    expect(await links()).toHaveLength(1);
  },
);

test('an invitation that was withdrawn before somebody wrote a new one is no conflict', async () => {
  await inviteAtDesk();
  await withdraw();
  expect((await invite({ by_email: false, invited_at: null })).statusCode).toBe(200);
});

test.each([
  { what: 'taken out of their home', changes: [{ unit: null }] },
  { what: 'deactivated and activated again', changes: [{ isCurrentUser: false }, { isCurrentUser: true }] },
])('who was $what meanwhile is not invited until what stands is known', async ({ changes }) => {
  const { unit, access_since = null } = await listed(person.id);
  for (const change of changes) {
    const edited = await server.call('PUT', `/users/${person.id}`, { as: manager, body: change });
    expect(edited.statusCode).toBe(200);
  }
  const body = { by_email: true, invited_at: null, unit, access_since };
  const refused = await invite(body);
  expect([refused.statusCode, refused.json<Failure>().code]).toEqual([409, 'invitation_changed']);
  expect([await links(), await mails()]).toEqual([[], 0]);
  const { detail } = refused.json<{ detail: InvitationChanged }>();
  expect(detail).toMatchObject({ unit: (await listed(person.id)).unit, withdrawn_at: null });
  const known = { ...body, unit: detail.unit, access_since: detail.access_since };
  expect((await invite(known)).statusCode).toBe(200);
  expect(await links()).toHaveLength(1);
});

test('who has a password by now, is not active or is not there is not invited', async () => {
  const said = await invite({ by_email: false }, { of: 2 });
  expect([said.statusCode, said.json<Failure>().message]).toEqual([
    409,
    'Robin Hale has a password already, and needs no invitation.',
  ]);
  expect((await invite({ by_email: false }, { of: 999_999 })).statusCode).toBe(404);
  await server.database.sql`update users set is_current_user = false where id = ${person.id}`;
  expect((await invite({ by_email: false })).statusCode).toBe(409);
});
