import type { readCommunity } from '../../contract/community/community.ts';
import type { Routes } from '../../contract/routes.ts';
import type { sessionRoutes } from '../../contract/sessions/sessionRoutes.ts';
import { loadPart, PartMissing } from '../browser/loadPart.ts';
import { Unreachable } from './call.ts';

/**
 * The table of all calls, loaded as the first of them is made: what the device has is drawn without it.
 * @throws {Unreachable} where it cannot be loaded; where it is gone from the server, the page offers to reload
 */
export async function loadRoutes(): Promise<Routes> {
  const { routes } = await orUnreachable(loadPart(() => import('../../contract/routes.ts')));
  return routes;
}

/**
 * The calls of who signs in or out, loaded as the first of them is made, with zod: the login screen is drawn without.
 * @throws {Unreachable} as `loadRoutes` does
 */
export async function loadSessionRoutes(): Promise<typeof sessionRoutes> {
  const loaded = await orUnreachable(loadPart(() => import('../../contract/sessions/sessionRoutes.ts')));
  return loaded.sessionRoutes;
}

/**
 * The call that asks for the community, loaded as that of a session is.
 * @throws {Unreachable} as `loadRoutes` does
 */
export async function loadReadCommunity(): Promise<typeof readCommunity> {
  const loaded = await orUnreachable(loadPart(() => import('../../contract/community/community.ts')));
  return loaded.readCommunity;
}

async function orUnreachable<Part>(loading: Promise<Part>): Promise<Part> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof PartMissing) throw new Unreachable(error);
    throw error;
  }
}
