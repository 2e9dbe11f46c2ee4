import type { Routes } from '../../contract/routes.ts';
import { loadPart, PartMissing } from '../browser/loadPart.ts';
import { Unreachable } from './call.ts';

/**
 * The table of all calls, loaded as the first of them is made: what the device has is drawn without it.
 * @throws {Unreachable} where it cannot be loaded; where it is gone from the server, the page offers to reload
 */
export async function loadRoutes(): Promise<Routes> {
  try {
    const { routes } = await loadPart(() => import('../../contract/routes.ts'));
    return routes;
  } catch (error) {
    if (error instanceof PartMissing) throw new Unreachable(error);
    throw error;
  }
}
