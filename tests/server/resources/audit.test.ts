import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { changesOf, recordAudit } from '../../../server/database/auditLog.ts';
import { manager, server, test } from '../../support/server/world.ts';

beforeEach(async () => {
  const { sql } = server.database;
  await sql`alter table audit disable trigger user`;
  await sql`delete from audit`;
  await sql`alter table audit enable trigger user`;
});

const ask = (query: string, as: string | undefined = manager) =>
  server.call('GET', `/audit${query}`, as ? { as } : {});
const entries = async (query: string) => (await ask(query)).json<AuditEntry[]>();

test('only managers read the audit log', async () => {
  expect((await ask('?subject=unit')).statusCode).toBe(200);
  expect((await ask('?subject=unit', await server.token('resident'))).statusCode).toBe(403);
  expect((await server.call('GET', '/audit?subject=unit')).statusCode).toBe(401);
});

test.each(['', '?subject=', '?subject=sessions', '?subject=unit&id=0', "?subject=unit&id=1'--"])(
  'the audit log refuses the invalid query %j',
  async (query) => {
    expect((await ask(query)).statusCode).toBe(400);
  },
);

test('an audit entry has time, author and changes, and one by the server itself has no author', async () => {
  const changes = { notes: { before: null, after: 'New windows' } };
  await recordAudit(server.database.sql, 1, [{ subject: 'unit', subject_id: 5, action: 'changed', changes }]);
  await recordAudit(server.database.sql, null, [{ subject: 'unit', subject_id: 5, action: 'deleted' }]);
  const [last, first] = await entries('?subject=unit&id=5');
  expect(first).toMatchObject({
    ...{ subject: 'unit', subject_id: 5, action: 'changed', changes },
    ...{ first_name: 'Morgan', last_name: 'Reyes' },
  });
  expect(Math.abs(Date.parse(first!.at) - Date.now())).toBeLessThan(60_000);
  expect(last).toMatchObject({ action: 'deleted', first_name: null, last_name: null, changes: {} });
});

test('audit entries are filtered by subject and id, newest first', async () => {
  await recordAudit(server.database.sql, 1, [
    { subject: 'unit', subject_id: 1, action: 'created' },
    { subject: 'unit', subject_id: 2, action: 'created' },
    { subject: 'property', subject_id: 1, action: 'created' },
    { subject: 'unit', subject_id: 1, action: 'deleted' },
  ]);
  const told = async (query: string) =>
    (await entries(query)).map(({ subject_id, action }) => `${subject_id} ${action}`);
  expect(await told('?subject=unit&id=1')).toEqual(['1 deleted', '1 created']);
  expect(await told('?subject=unit')).toEqual(['1 deleted', '2 created', '1 created']);
  expect(await told('?subject=property&id=1')).toEqual(['1 created']);
  expect(await told('?subject=property&id=2')).toEqual([]);
});

test('an answer contains the latest 200 audit entries', async () => {
  const records = Array.from({ length: 201 }, (_, index) => ({
    ...{ subject: 'unit' as const, subject_id: index + 1, action: 'created' },
  }));
  await recordAudit(server.database.sql, 1, records);
  const told = await entries('?subject=unit');
  expect(told).toHaveLength(200);
  expect(told[0]!.subject_id).toBe(201);
  expect(told.at(-1)!.subject_id).toBe(2);
});

test('the database itself refuses to change or delete an audit entry', async () => {
  const { sql } = server.database;
  await recordAudit(sql, 1, [{ subject: 'unit', subject_id: 1, action: 'created' }]);
  const refusal = 'the record of changes is append-only';
  await expect(sql`update audit set action = 'deleted'`).rejects.toThrow(refusal);
  await expect(sql`delete from audit`).rejects.toThrow(refusal);
  await expect(sql`truncate audit`).rejects.toThrow(refusal);
  expect(await entries('?subject=unit')).toHaveLength(1);
});

test('a refused change leaves no audit entry', async () => {
  const { database } = server;
  const work = database.transaction(async (sql) => {
    await recordAudit(sql, 1, [{ subject: 'unit', subject_id: 1, action: 'deleted' }]);
    throw new Error('Thought better of it.');
  });
  await expect(work).rejects.toThrow('Thought better of it.');
  expect(await entries('?subject=unit')).toEqual([]);
});

test('only named fields whose value differs are changes', () => {
  const before = { id: 1, name: 'A', rent: 10, secret: 'x' };
  const after = { id: 1, name: 'A', rent: 12, secret: 'y' };
  expect(changesOf(['name', 'rent'], before, after)).toEqual({ rent: { before: 10, after: 12 } });
  expect(changesOf(['name'], before, after)).toEqual({});
  expect(changesOf(['name'], undefined, after)).toEqual({ name: { before: null, after: 'A' } });
  expect(changesOf(['rent'], before, undefined)).toEqual({ rent: { before: 10, after: null } });
});
