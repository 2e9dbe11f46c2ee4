import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';
import { update, cancel, complete, list, made } from '../../support/server/resources/maintenance.ts';

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
});

test('an edit changes the issue and updated_at', async () => {
  const before = await made(resident, { information: 'Drip' });
  const after = await update(resident, before.id, { information: 'Flood', updated_at: before.updated_at });
  expect(after.statusCode).toBe(200);
  expect(after.json()).toMatchObject({ information: 'Flood', created_at: before.created_at });
  expect(after.json<MaintenanceRequest>().updated_at > before.updated_at).toBe(true);
  expect((await update(manager, before.id, { information: 'Flood in 101' })).statusCode).toBe(200);
});

test('an edit based on an older version is refused with the current request', async () => {
  const before = await made(resident, { information: 'Drip' });
  await update(manager, before.id, { information: 'Drip, plumber called' });
  const stale = await update(resident, before.id, { information: 'Flood', updated_at: before.updated_at });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    code: 'stale',
    detail: { id: before.id, information: 'Drip, plumber called' },
  });
  expect((await list(resident))[0]?.information).toBe('Drip, plumber called');
});

test('two edits in the same instant have different versions', async () => {
  const { id } = await made(resident, { information: 'One' });
  const answers = await Promise.all(
    ['Two', 'Three', 'Four'].map((information) => update(resident, id, { information })),
  );
  expect(new Set(answers.map((each) => each.json<MaintenanceRequest>().updated_at)).size).toBe(3);
});

test('of two edits of the same version at once, one is refused', async () => {
  const { id, updated_at } = await made(resident, { information: 'One' });
  const answers = await Promise.all(
    ['Two', 'Three'].map((information) => update(resident, id, { information, updated_at })),
  );
  expect(answers.map((each) => each.statusCode).sort()).toEqual([200, 409]);
});

test('a cancelled request is hidden from everyone, and its row is kept', async () => {
  const { id } = await made(resident, { information: 'Never mind' });
  const answer = await cancel(resident, id);
  expect(answer.json()).toEqual({ message: 'Maintenance request cancelled successfully.' });
  expect(await list(resident)).toEqual([]);
  expect(await list(manager)).toEqual([]);
  expect(await server.database.sql`select information from maintenance_requests where id = ${id}`).toEqual([
    { information: 'Never mind' },
  ]);
  expect((await cancel(resident, id)).statusCode).toBe(404);
  expect((await update(resident, id, { information: 'x' })).statusCode).toBe(404);
  expect((await complete(id)).statusCode).toBe(404);
});

test('a request that a manager completed cannot be changed', async () => {
  const { id } = await made(resident, { information: 'Drip' });
  const answer = await complete(id);
  expect(answer.statusCode).toBe(200);
  const done = answer.json<MaintenanceRequest>();
  expect(done.completed).toBe(true);
  expect(Math.abs(Date.parse(done.completed_at!) - Date.now())).toBeLessThan(10_000);
  for (const refused of [
    await update(resident, id, { information: 'Again' }),
    await cancel(resident, id),
    await cancel(manager, id),
    await complete(id),
  ]) {
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'completed',
      message: 'This request is already completed.',
    });
  }
  expect(await list(resident)).toEqual([done]);
});

test('completing a request needs completed: true', async () => {
  const { id } = await made(resident, { information: 'Drip' });
  for (const body of [{}, { completed: false }, { completed: 'true' }]) {
    expect((await complete(id, body)).json<Failure>().fields).toEqual({
      completed: 'completed must be true.',
    });
  }
});

test.each(['0', '-1', 'abc', '1;drop', '99999999999', '1.5'])('the request id “%s” is 404', async (id) => {
  const answer = await server.call('DELETE', `/maintenance/${encodeURIComponent(id)}`, { as: resident });
  expect(answer.statusCode).toBe(404);
});
