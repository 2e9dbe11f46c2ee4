import { recordOf } from '../offline/subjects/maintenance/requestRecord.ts';
import { actionsOf, type Action } from './actions.ts';
import type { FindIndex } from './FindIndex.ts';
import type { Detail, Group, Thing } from './things.ts';
import { searchedOf, termsOf } from './words.ts';

export type FoundKind = Group | 'actions' | 'screens';

/** One thing that was found. */
export interface Hit {
  /** Unique among all, such as `people 12`. */
  key: string;
  title: string;
  details: readonly Detail[];
  /** The path that it opens. */
  to: string;
}

export interface FoundGroup {
  kind: FoundKind;
  hits: Hit[];
  total: number;
}

export interface Query {
  typed: string;
  isManager: boolean;
  /** The keys of what was found before. */
  recent: readonly string[];
  /** The group of which all are asked for. */
  all?: Group | undefined;
}

/** How many of a group are shown where all are asked for: who looks through more types another word. */
const MOST_OF_ALL = 200;
/** How many of a group are shown, and how many people or homes an action is offered for. */
const MOST = 6;
const MOST_FOR_ACTION = 3;

const SMALL: readonly Group[] = ['people', 'homes', 'leases'];
/** What has a digit names a door rather than the people behind it. */
const DOOR_FIRST: readonly Group[] = ['homes', 'people', 'leases'];
const LONG: readonly Group[] = ['requests', 'entries'];
const OTHER: readonly Group[] = ['messages', 'announcements', 'properties'];
/** What this device alone has. */
const OWN: readonly Group[] = ['unsent'];

/**
 * Finds what is typed, in the order in which it is shown. Yields what has come so far, first without the long lists, so that who
 * shows it can show it and stop. Errors of typing are forgiven where nothing is found as it is typed.
 */
export function* find(index: FindIndex, query: Query): Generator<FoundGroup[], void> {
  const terms = termsOf(query.typed);
  if (terms.length === 0) {
    yield [];
    return;
  }
  const { actions, screens } = actionsOf(query.isManager);
  const forOne = actions.flatMap((action) => actionHits(index, action, terms));
  const { exact, others } = screensBy(screens, terms);
  const after = [group('actions', namedBy(actions, terms)), group('screens', others)];
  const before = [group('screens', exact), group('actions', forOne)];
  const groups = new Map<Group, FoundGroup>();
  const look = (kind: Group, typos: boolean, first = false) =>
    groups.set(kind, groupOf(index, kind, { query, terms, typos, first }));
  const small = terms.some((term) => /\d/.test(term)) ? DOOR_FIRST : SMALL;
  const sofar = () =>
    [
      ...before,
      ...[...OWN, ...small, ...LONG, ...OTHER].flatMap((kind) => groups.get(kind) ?? []),
      ...after,
    ].filter(({ total }) => total > 0);
  for (const typos of [false, true]) {
    for (const kind of [...OWN, ...SMALL, ...OTHER]) look(kind, typos);
    yield sofar();
    for (const kind of LONG) {
      look(kind, typos, true);
      yield sofar();
    }
    // Where fewer were found, all were looked at.
    for (const kind of LONG) if ((groups.get(kind)?.total ?? 0) >= MOST) look(kind, typos);
    const found = sofar();
    yield found;
    if (found.length > 0) return;
  }
}

function group(kind: FoundKind, hits: Hit[]): FoundGroup {
  return { kind, hits, total: hits.length };
}

interface Looked {
  query: Query;
  terms: readonly string[];
  typos: boolean;
  first: boolean;
}

function groupOf(index: FindIndex, kind: Group, { query, terms, typos, first }: Looked): FoundGroup {
  const recent = new Set(
    query.recent.flatMap((key) => (key.startsWith(`${kind} `) ? [Number(key.slice(kind.length + 1))] : [])),
  );
  const most = query.all === kind ? MOST_OF_ALL : MOST;
  const { things, total } = index.find(kind, { terms, typos, recent, most }, first);
  return { kind, total, hits: things.map((thing) => hitOf(index, kind, thing, query.isManager)) };
}

function hitOf(index: FindIndex, kind: Group, thing: Thing, isManager: boolean): Hit {
  const { id, title, details, account } = thing;
  const owner = isManager && account !== undefined ? index.thing('people', account)?.title : undefined;
  return {
    key: `${kind} ${id}`,
    title,
    details: owner === undefined ? details : [owner, ...details],
    to: pathOf(kind, thing, isManager),
  };
}

function pathOf(kind: Group, { id, account, to }: Thing, isManager: boolean): string {
  switch (kind) {
    case 'people':
      return `/admin/person/${id}`;
    case 'homes':
      return `/admin/home/${id}`;
    case 'leases':
      return isManager ? `/admin/lease/${id}` : '/payments';
    case 'requests':
      return `${isManager ? '/admin' : ''}/maintenance?request=${encodeURIComponent(recordOf({ id }))}`;
    case 'entries':
      return `${isManager ? `/admin/ledger/${account}` : '/ledger'}?entry=${id}`;
    case 'messages':
      return `${isManager ? '/admin' : ''}/messages/${id}`;
    case 'announcements':
      return isManager ? `/admin/announcements?edit=${id}` : '/announcements';
    case 'properties':
      return isManager ? `/admin/editproperty/${id}` : '/contact';
    case 'unsent':
      return to ?? '/outbox';
  }
}

/** The actions or screens whose words all terms begin; of one only, where it needs nothing else. */
function namedBy(all: readonly Action[], terms: readonly string[]): Hit[] {
  return all.flatMap((action) => {
    const { to } = action;
    const words = wordsOfAction(action);
    return to !== undefined && terms.every((term) => words.includes(` ${term}`))
      ? [plainHit(action, to)]
      : [];
  });
}

/** The screens that are named: where one is called just as is typed, all before what else is found, and that one first. */
function screensBy(screens: readonly Action[], terms: readonly string[]): Record<'exact' | 'others', Hit[]> {
  const typed = singular(terms);
  const isExact = ({ label }: Action) => singular(termsOf(label)) === typed;
  const exact = screens.filter(isExact);
  const named = namedBy(screens, terms);
  if (exact.length === 0) return { exact: [], others: named };
  const hits = exact.flatMap((screen) => (screen.to === undefined ? [] : [plainHit(screen, screen.to)]));
  const keys = new Set(hits.map(({ key }) => key));
  return { exact: [...hits, ...named.filter(({ key }) => !keys.has(key))], others: [] };
}

/** A name of several things as the one of one of them is typed: "late fee" is "Late fees". */
function singular(terms: readonly string[]): string {
  return terms.join(' ').replace(/s$/, '');
}

/** An action for each of those whom the other words name: "record payment okafor". */
function actionHits(index: FindIndex, action: Action, terms: readonly string[]): Hit[] {
  const { of, toOne, label } = action;
  if (!of || !toOne) return [];
  const words = wordsOfAction(action);
  const named = terms.filter((term) => term.length > 1 && words.includes(` ${term}`));
  const others = terms.filter((term) => !named.includes(term));
  if (named.length === 0 || others.length === 0) return [];
  for (const typos of [false, true]) {
    const { things } = index.find(of, { terms: others, typos, recent: NONE, most: MOST_FOR_ACTION });
    if (things.length > 0) {
      return things.map((thing) => ({
        key: `${label} ${thing.id}`,
        title: `${label}: ${thing.title}`,
        details: thing.details,
        to: toOne(thing),
      }));
    }
  }
  return [];
}

const NONE: ReadonlySet<number> = new Set();

const known = new Map<Action, string>();
function wordsOfAction(action: Action): string {
  const words = known.get(action) ?? searchedOf([action.label, action.words]);
  known.set(action, words);
  return words;
}

const plainHit = ({ label }: Action, to: string): Hit => ({
  key: `${label} ${to}`,
  title: label,
  details: [],
  to,
});
