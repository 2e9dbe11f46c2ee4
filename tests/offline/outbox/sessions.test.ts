import { expect, onTestFinished } from 'vitest';
import { aPhoto, allItems, NOOR, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';
import { informations } from '../../support/offline/outbox/informations.ts';

test('an expired token is renewed, and the report is sent with the new one', async () => {
  await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 401 });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(phone.renewals).toBe(1);
  expect(await informations()).toEqual(['The tap drips.']);
});

test('after the session ended the outbox waits, and is sent once the person signs in again', async () => {
  await phone.report('The tap drips.', [await aPhoto()]);
  await phone.report('The lamp flickers.');
  phone.renewable = false;
  net.fail(/^POST \/maintenance/, { status: 401 });
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  expect(net.sent()).toHaveLength(1);
  expect(await phone.waiting()).toMatchObject([{ signIn: true, attempts: 0, mayHaveArrived: false }, {}]);
  phone.person = undefined;
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  phone.person = ROBIN;
  phone.renewable = true;
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
});

test('a server that always says 401 is asked twice, not for ever', async () => {
  await phone.report('The tap drips.');
  net.faultOfChange = () => ({ status: 401 });
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  expect(net.sent()).toHaveLength(2);
  expect(await phone.waiting()).toHaveLength(1);
});

test('a failed renewal of the session does not mark the report as refused', async () => {
  await phone.report('The tap drips.');
  const { call } = await import('../../../src/api/call.ts');
  const { routes } = await import('../../../contract/routes.ts');
  const own = phone.session.token;
  net.fail(/^POST \/users\/refresh/, { status: 500 });
  phone.session.token = async () => (await call(routes.refresh, {})).token;
  expect(await phone.send()).toEqual({ sent: 0, left: 'later' });
  expect(await phone.waiting()).toMatchObject([{ attempts: 0, mayHaveArrived: false }]);
  phone.session.token = own;
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
});

test('one user’s outbox is kept while another is signed in, and never sent as theirs', async () => {
  await phone.report('Robin’s tap drips.');
  phone.person = NOOR;
  await phone.report('Noor’s lamp flickers.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'sign-in' });
  expect((await allItems()).map(({ userId }) => userId)).toEqual([ROBIN]);
  expect(await informations()).toEqual(['Noor’s lamp flickers.']);
  phone.person = ROBIN;
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([{ information: 'Robin’s tap drips.', user_id: ROBIN }]);
});

test('a failed sign-in deletes nothing from the outbox', async () => {
  await phone.report('The tap drips.');
  const { call } = await import('../../../src/api/call.ts');
  const { routes } = await import('../../../contract/routes.ts');
  await expect(call(routes.login, { body: { username: 'resident', password: 'wrong' } })).rejects.toThrow(
    'Invalid username or password.',
  );
  expect(await phone.waiting()).toHaveLength(1);
});

test('items of someone with a one-time password wait, and are sent once they have chosen a new one', async () => {
  await phone.report('The tap drips.');
  await server.database.sql`update users set must_change_password = true where id = ${ROBIN}`;
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  const [item] = await phone.waiting();
  expect(item?.refusal).toBeUndefined();
  await server.database.sql`update users set must_change_password = false where id = ${ROBIN}`;
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await informations()).toEqual(['The tap drips.']);
});

test('items of someone who must set up a second factor first wait, and are not refused', async () => {
  const { configuration } = server.app.context;
  onTestFinished(async () => {
    configuration.MANAGER_SECOND_FACTOR = 'optional';
    await server.database.sql`update users set is_manager = false where id = ${ROBIN}`;
  });
  await phone.report('The tap drips.');
  await server.database.sql`update users set is_manager = true where id = ${ROBIN}`;
  configuration.MANAGER_SECOND_FACTOR = 'required';
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  const [item] = await phone.waiting();
  expect(item?.refusal).toBeUndefined();
});
