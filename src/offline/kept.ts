import type { Answer, Input, LooseInput } from '../../contract/route.ts';
import { routes, type KeptRoute, type RouteName, type Routes } from '../../contract/routes.ts';
import { callLoosely } from '../call.ts';
import { withDatabase, type Kept } from './database.ts';
import { makeRoom } from './space.ts';

/** The names of the routes whose answers are JSON that may be kept. */
export type KeptName = {
  [N in RouteName]: Routes[N] extends KeptRoute & { produces: string }
    ? never
    : Routes[N] extends KeptRoute
      ? N
      : never;
}[RouteName];

export type KeptInput<N extends KeptName> = Input<Routes[N]>;
export type KeptAnswer<N extends KeptName> = Answer<Routes[N]>;

/** What an answer is kept under: the route and its input. */
export function keptKey(name: RouteName, input: LooseInput): string {
  const given = { ...(input.params as object | undefined), ...(input.query as object | undefined) };
  const parts = Object.entries(given as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([part, value]) => `${part}=${String(value)}`)
    .sort();
  return [name, ...parts].join('&');
}

export async function readKept(userId: number, key: string): Promise<Kept | undefined> {
  return withDatabase((db) => db.kept.get([userId, key]));
}

/** How often changes of the outbox were laid into kept reads on this device. */
export async function changesLaid(): Promise<number> {
  const fact = await withDatabase((db) => db.device.get('changes'));
  return (fact?.value as number | undefined) ?? 0;
}

/**
 * Asks the server and keeps its answer. An answer that was asked for before a change was laid may not know of
 * that change, so it is asked for again rather than kept.
 */
export async function fetchAndKeep(
  userId: number,
  name: KeptName,
  input: LooseInput,
  caller: (send: (token: string) => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await changesLaid();
    const answer = await caller((token) => callLoosely(routes[name], input, { token }));
    if (attempt < 3 && (await changesLaid()) !== before) continue;
    const kept: Kept = { userId, key: keptKey(name, input), answer, asOf: new Date() };
    const write = () => withDatabase((db) => db.kept.put(kept));
    try {
      await write();
    } catch (error) {
      if (!(await makeRoom(error))) throw error;
      await write();
    }
    return answer;
  }
}
