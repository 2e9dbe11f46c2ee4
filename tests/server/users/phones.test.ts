import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Invitation } from '../../../contract/users/invitation.ts';
import type { ListedUser, User } from '../../../contract/users/user.ts';
import { csv, errorsOf, importFiles, preview } from '../../support/server/sheets.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';
import { RESIDENT } from '../../support/server/resources/profile.ts';

const change = (body: object, as: string, id = RESIDENT) => server.call('PUT', `/users/${id}`, { as, body });
const listed = async () => (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>();

test('residents give a phone number in their profile, and management sees it', async () => {
  expect((await change({ phone: ' 518-555-0142 ext. 12 ' }, resident)).json<User>().phone).toBe(
    '518-555-0142 ext. 12',
  );
  const own = await server.call('GET', `/users/${RESIDENT}`, { as: resident });
  expect(own.json<User>().phone).toBe('518-555-0142 ext. 12');
  expect((await listed()).find(({ id }) => id === RESIDENT)?.phone).toBe('518-555-0142 ext. 12');
});

test('a phone number stays where a change leaves it out, and is taken away by an empty one', async () => {
  await change({ phone: '518-555-0142' }, resident);
  expect((await change({ firstName: 'Robyn' }, resident)).json<User>().phone).toBe('518-555-0142');
  expect((await change({ phone: '' }, resident)).json<User>().phone).toBeNull();
});

test('what is no phone number is refused at its field', async () => {
  const answer = await change({ phone: 'ask Jo' }, resident);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<Failure>().fields!)).toEqual(['phone']);
});

test('management changes a resident’s phone number, and the record of changes says so', async () => {
  await change({ phone: '518-555-0142' }, resident);
  await change({ phone: '518-555-0143' }, manager);
  const audit = await server.call('GET', `/audit?subject=user&id=${RESIDENT}`, { as: manager });
  expect(audit.json<AuditEntry[]>()).toMatchObject([
    { action: 'changed', changes: { phone: { before: '518-555-0142', after: '518-555-0143' } } },
  ]);
});

test('whom management enters or creates has the phone number that it gives, or none', async () => {
  const names = { firstName: 'Ida', lastName: 'Brandt' };
  const entered = await server.call('POST', '/users', {
    as: manager,
    body: { ...names, phone: '518-555-0150' },
  });
  expect(entered.json<User>().phone).toBe('518-555-0150');
  const account = { ...names, username: 'ida', email: 'ida@example.com', password: 'a lamp at dusk' };
  const created = await server.call('POST', '/users/register', {
    as: manager,
    body: { ...account, phone: '518-555-0151' },
  });
  expect(created.json<{ user: User }>().user.phone).toBe('518-555-0151');
  const invited = await server.call('POST', '/invitations', {
    as: manager,
    body: { user_ids: [entered.json<User>().id], by_email: false },
  });
  const { token } = invited.json<Invitation[]>()[0]!;
  const opened = await server.call('POST', '/invitation/link', { body: { token } });
  expect(opened.statusCode).toBe(200);
  expect(opened.body).not.toContain('555-0150');
  const without = await server.call('POST', '/users', { as: manager, body: names });
  expect(without.json<User>().phone).toBeNull();
});

test('a password that is the phone number is refused, since it is guessed first', async () => {
  await change({ phone: '518-555-0142' }, resident);
  const answer = await server.call('PUT', `/users/${RESIDENT}/password`, {
    as: resident,
    body: { current_password: 'porchlight', new_password: '(518) 5550142' },
  });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<Failure>().fields!)).toEqual(['new_password']);
});

test('an import adds phone numbers, each without its label, and leaves out with a note what is none', async () => {
  const file = csv(
    'people.csv',
    'Name,Email,Phone,Property,Unit',
    'Ana Lima,ana@example.com,Phone: (217) 555-0101,Maple Court,101',
    'Bo Lind,bo@example.com,"Home: 217-555-0102, Cell: 217-555-0103",Maple Court,101',
    'Cy Moss,cy@example.com,"217-555-0104, ext. 7",Maple Court,101',
    'Di Nash,di@example.com,n/a,Maple Court,101',
    'Ed Ono,ed@example.com,,Maple Court,101',
  );
  const shown = await preview([file]);
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.sheets[0]!.rows.map(({ notes }) => notes)).toEqual([
    [],
    ['Of several phone numbers the first is kept: 217-555-0102.'],
    [],
    [expect.stringMatching(/^The phone number is left out\. A phone number has digits/)],
    [],
  ]);
  await importFiles([file]);
  const people = (await listed()).filter(({ id }) => id > 4);
  expect(Object.fromEntries(people.map(({ first_name, phone }) => [first_name, phone]))).toEqual({
    Ana: '(217) 555-0101',
    Bo: '217-555-0102',
    Cy: '217-555-0104, ext. 7',
    Di: null,
    Ed: null,
  });
});

test('an import leaves the phone number of a person who is known as it is, and says so', async () => {
  await change({ phone: '518-555-0142' }, resident);
  const file = csv(
    'people.csv',
    'Name,Email,Mobile',
    'Robin Hale,resident@example.com,518-555-0199',
    'Noor Aziz,neighbour@example.com,518-555-0198',
  );
  const [sheet] = (await preview([file])).sheets;
  expect(sheet!.rows.map(({ notes }) => notes)).toEqual([
    ['The phone number stays as it is here: 518-555-0142.'],
    ['The phone number stays as it is here: none.'],
  ]);
  await importFiles([file]);
  const numbers = (await listed()).filter(({ id }) => id === RESIDENT || id === 3).map(({ phone }) => phone);
  expect(new Set(numbers)).toEqual(new Set(['518-555-0142', null]));
});
