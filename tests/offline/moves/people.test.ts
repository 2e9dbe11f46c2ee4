import { expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const onServer = async (firstName: string) =>
  (await server.call('GET', '/users', { as: manager }))
    .json<ListedUser[]>()
    .filter(({ first_name }) => first_name === firstName);
const kept = async () => (await readCached(MANAGER, 'listUsers', {}))!.answer;
const read = () => fetchAndCache(MANAGER, 'listUsers', {}, (call) => call(manager));

test('a person who is written down and invited without a connection is added and invited once', async () => {
  await read();
  net.offline = true;
  await queue({
    ...{ userId: MANAGER, route: 'createPerson' },
    shown: { unit_number: '101', property_name: 'Maple Court' },
    input: {
      body: { firstName: 'Ida', lastName: 'Brandt', email: null, phone: null, unit: 1, invite: true },
    },
  });
  net.offline = false;
  net.fail(/POST .*users/, 'answer lost', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  const people = await onServer('Ida');
  expect(people).toHaveLength(1);
  expect(people[0]!.invited_at).not.toBeNull();
  expect((await kept()).find(({ id }) => id === people[0]!.id)).toMatchObject({
    ...{ unit_number: '101', property_name: 'Maple Court', has_password: false },
    invited_at: expect.any(String) as string,
  });
});

test('an invitation is made once, and an address that another person has stays written down', async () => {
  const body = { firstName: 'Uma', lastName: 'Brandt', email: 'uma@example.com' };
  const added = await server.call('POST', '/users', { as: manager, body });
  const { id } = added.json<ListedUser>();
  await read();
  net.offline = true;
  const shown = { unit_number: null, property_name: null };
  await queue({
    ...{ userId: MANAGER, route: 'invitePerson', record: `invitation:${id}` },
    shown: { ...shown, name: 'Uma Brandt' },
    input: { params: { id: String(id) }, body: { by_email: false, invited_at: null } },
  });
  await queue({
    ...{ userId: MANAGER, route: 'createPerson', shown },
    input: { body: { ...body, firstName: 'Una' } },
  });
  net.offline = false;
  net.fail(/invitation/, 'answer lost');
  for (let attempt = 0; attempt < 3; attempt += 1) await phone.send();
  const [waiting, ...others] = await phone.waiting();
  expect(others).toEqual([]);
  expect(waiting?.route).toBe('createPerson');
  expect(waiting?.refusal?.failure.fields).toHaveProperty('email');
  const [uma] = await onServer('Uma');
  expect(uma!.invited_at).not.toBeNull();
  expect((await kept()).find((each) => each.id === id)!.invited_at).toBe(uma!.invited_at);
});
