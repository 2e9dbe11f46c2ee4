import { expect } from 'vitest';
import type { Deposit } from '../../../../contract/deposits/deposit.ts';
import { change, ROBIN } from '../today/today.ts';
import { manager, server } from '../world.ts';

/** The deposit of a lease, as management keeps it. */
export function depositOf(lease: number) {
  const path = `/leases/${lease}/deposit`;
  const enter = (body: object) => server.call('POST', path, { as: manager, body });
  return {
    enter,
    async entered(body: object): Promise<Deposit> {
      const answer = await enter(body);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<Deposit>();
    },
    takeBack: (entry: number, reason = 'Typed twice') =>
      server.call('POST', `${path}/${entry}/take-back`, { as: manager, body: { reason } }),
    read: (as = manager) => readAs<Deposit>(path, as),
  };
}

export const readAs = async <T>(path: string, as = manager) =>
  (await server.call('GET', path, { as })).json<T>();

export const setRule = (body: object) => server.call('PUT', '/deposits/rule', { as: manager, body });

export const chargeRobin = (amount: number) =>
  change('POST', '/transactions/charge', {
    ...{ userId: ROBIN, unitId: 1, amount, description: 'A broken door' },
  });
