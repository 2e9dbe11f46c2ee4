import type { Group, Thing } from './things.ts';
import { Vocabulary } from './Vocabulary.ts';
import { withoutZeros } from './words.ts';

type Things = readonly Thing[];

interface IndexedList {
  group: Group;
  toThing: (row: never) => Thing;
  ids: readonly string[];
  parts: Map<string, Things>;
}

/** The best of a group, and how many there are. */
export interface Best {
  things: Thing[];
  total: number;
}

interface Search {
  terms: readonly string[];
  most: number;
  /** Whether a word may have a typing error. */
  typos: boolean;
  /** The ids of things that were found before, which come first. */
  recent: ReadonlySet<number>;
}

/** What this device has, by list: the words of each thing as one text, which takes the least memory; see decision 143. */
export class FindIndex {
  readonly #lists = new Map<string, IndexedList>();
  readonly #vocabulary = new Vocabulary();

  /** Adds the parts of a list that are new, and forgets those that it does not have any more. */
  update(
    key: string,
    { group, toThing }: Pick<IndexedList, 'group' | 'toThing'>,
    change: { ids: readonly string[]; parts: ReadonlyMap<string, readonly unknown[]> } | undefined,
  ): void {
    if (!change) {
      this.#lists.delete(key);
      return;
    }
    const list = this.#lists.get(key) ?? { group, toThing, ids: [], parts: new Map<string, Things>() };
    this.#lists.set(key, list);
    list.ids = change.ids;
    const stay = new Set(change.ids);
    for (const id of list.parts.keys()) if (!stay.has(id)) list.parts.delete(id);
    for (const [id, rows] of change.parts) {
      const things = (rows as readonly never[]).map(toThing);
      for (const { searched } of things) this.#vocabulary.add(group, searched);
      list.parts.set(id, things);
    }
  }

  /** The best of a group; with `first` the first ones that are found, which takes a moment only where there are many. */
  find(group: Group, search: Search, first = false): Best {
    const best = new BestFew(search);
    const beginnings = search.terms.map((term) => this.#beginningsOf(group, term, search.typos));
    if (beginnings.some(({ length }) => length === 0)) return best.result();
    for (const list of this.#lists.values()) {
      if (list.group !== group) continue;
      for (const id of list.ids) {
        for (const thing of withAll(list.parts.get(id) ?? [], beginnings)) best.add(thing);
        if (first && best.total >= search.most) return best.result();
      }
    }
    return best.result();
  }

  /** How words begin that a term stands for. */
  #beginningsOf(group: Group, term: string, typos: boolean): readonly string[] {
    if (typos) return this.#vocabulary.meant(group, term);
    const short = withoutZeros(term);
    return short === term ? this.#vocabulary.asTyped(group, term) : [term, short];
  }

  /** The thing of a list with this id. */
  thing(group: Group, id: number): Thing | undefined {
    for (const list of this.#lists.values()) {
      if (list.group !== group) continue;
      for (const things of list.parts.values()) {
        const found = things.find((thing) => thing.id === id);
        if (found) return found;
      }
    }
    return undefined;
  }
}

/** What has, for each term, a word that begins as it may. */
function withAll(things: Things, beginnings: readonly (readonly string[])[]): Things {
  let found = things;
  for (const some of beginnings) {
    found = found.filter(({ searched }) => some.some((beginning) => beginsWord(searched, beginning)));
    if (found.length === 0) break;
  }
  return found;
}

/** Looked for without the space before it, which is there so often that looking for it would take far longer. */
function beginsWord(searched: string, term: string): boolean {
  for (let at = searched.indexOf(term); at > 0; at = searched.indexOf(term, at + 1)) {
    if (searched.charCodeAt(at - 1) === SPACE) return true;
  }
  return false;
}
const SPACE = 0x20;

/** Keeps the few best of many: found before, with whole words, and whose title begins with them. */
class BestFew {
  readonly #search: Search;
  readonly #byScore = new Map<number, Thing[]>();
  #total = 0;

  constructor(search: Search) {
    this.#search = search;
  }

  get total(): number {
    return this.#total;
  }

  add(thing: Thing): void {
    this.#total += 1;
    const score = this.#scoreOf(thing);
    const same = this.#byScore.get(score);
    if (!same) this.#byScore.set(score, [thing]);
    else if (same.length < this.#search.most) same.push(thing);
  }

  result(): Best {
    const scores = [...this.#byScore.keys()].sort((one, other) => other - one);
    const things = scores.flatMap((score) => this.#byScore.get(score) ?? []);
    return { things: things.slice(0, this.#search.most), total: this.#total };
  }

  #scoreOf({ id, searched }: Thing): number {
    const { terms, recent } = this.#search;
    const whole = terms.filter((term) => searched.includes(` ${term} `)).length;
    const begins = terms[0] !== undefined && searched.startsWith(` ${terms[0]}`) ? 1 : 0;
    return (recent.has(id) ? 100 : 0) + whole * 2 + begins;
  }
}
