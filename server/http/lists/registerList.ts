import type { FastifyInstance } from 'fastify';
import type { PageQuery } from '../../../contract/http/paging.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import type { Call } from '../call.ts';
import { registerRoute } from '../registerRoute.ts';
import { answerList, type AnsweredList } from './answerList.ts';
import { listsReadBy, type Reader, type RegisteredList } from './listsReadBy.ts';

/** The routes of the contract whose list is paged. */
type ListRoute = Extract<
  (typeof routes)[keyof typeof routes],
  { paged: object; who: 'signed-in' | 'manager' }
>;

interface Options<R extends Route> {
  /** Called where a whole list is empty; it throws where there is nothing of which a list could be. */
  ifEmpty?: (call: Call<R>) => Promise<void>;
}

/** Registers a paged list of the contract, whose changes `listChanges` tells. */
export function registerList<R extends ListRoute>(
  app: FastifyInstance,
  route: R,
  listOf: (reader: Reader<R>) => AnsweredList,
  { ifEmpty }: Options<R> = {},
): void {
  const name = Object.keys(routes).find((each) => routes[each as keyof typeof routes] === route);
  if (!name) throw new Error('A list is a route of the contract.');
  // Its route has given its reader this type.
  const list: RegisteredList['listOf'] = listOf;
  app.lists.set(name, { route, listOf: list });
  registerRoute<Route>(app, route, async (call) => {
    const { user, query, ...rest } = call as unknown as Call<R> & { query: PageQuery; user: SignedInUser };
    const answer = await answerList({ ...rest, query }, list(call), () => listsReadBy(app, user));
    if (answer.isEmptyList) await ifEmpty?.(call);
    return answer;
  });
}
