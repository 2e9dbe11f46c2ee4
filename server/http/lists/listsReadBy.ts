import type { FastifyInstance } from 'fastify';
import type { Params, Query, Route } from '../../../contract/http/route.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import type { AnsweredList } from './answerList.ts';
import { digestOfDependence, digestOfStatements, type ReadLists } from './cursor.ts';
import { mayRead } from './staleReads.ts';

/** By whom and how a list is read. */
export interface Reader<R extends Route> {
  user: SignedInUser;
  params: Params<R>;
  query: Query<R>;
}

export interface RegisteredList {
  route: Route;
  listOf: (reader: Reader<Route>) => AnsweredList;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The paged lists of the contract, by the name of their call. */
    lists: Map<string, RegisteredList>;
  }
}

/** Of how many people the statements of their lists are known at once. */
const MOST_KNOWN = 2000;

interface Known {
  statements: string;
  /** Those whose rows depend on something beside the database, which changes with time. */
  depending: readonly RegisteredList[];
}

const knownOf = new WeakMap<FastifyInstance, Map<string, Known>>();

/**
 * The lists that somebody may read, without what a call of them asks for. Their statements take as long to put together as a short
 * list to read, so they are kept for as long as nothing changes about the person.
 */
export function listsReadBy(app: FastifyInstance, user: SignedInUser): ReadLists {
  const all = knownOf.get(app) ?? new Map<string, Known>();
  knownOf.set(app, all);
  const person = JSON.stringify(user);
  let known = all.get(person);
  if (!known) {
    known = statementsOf(app, user);
    const [oldest] = all.keys();
    if (all.size >= MOST_KNOWN && oldest !== undefined) all.delete(oldest);
    all.set(person, known);
  }
  const { statements, depending } = known;
  return { statements, dependsOn: digestOfDependence(depending.map((list) => listOf(list, user))) };
}

const listOf = (list: RegisteredList, user: SignedInUser) =>
  list.listOf({ user, params: { id: 0 }, query: {} });

function statementsOf(app: FastifyInstance, user: SignedInUser): Known {
  const lists = [...app.lists.values()].filter(({ route }) => mayRead(user, route));
  return {
    statements: digestOfStatements(lists.map((list) => listOf(list, user))),
    depending: lists.filter((list) => listOf(list, user).changes.dependsOn !== undefined),
  };
}
