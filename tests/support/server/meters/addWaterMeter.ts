import type { TestServer } from '../server.ts';

/** Adds a meter that counts gallons, by this call, and returns its id. */
export async function addWaterMeter(server: TestServer, path: string, more: object): Promise<number> {
  const counting = { kind: 'water', measure: 'gal', digits: 5, multiplier: 1, first_value: 1000 };
  const answer = await server.call('POST', path, {
    as: await server.token('manager'),
    body: { ...counting, installed_on: '2026-01-01', ...more },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}
