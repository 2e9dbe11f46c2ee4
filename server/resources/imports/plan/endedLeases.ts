import type { LeaseRecord, UnitRecord } from '../records.ts';
import { isVacantHome } from './givenPeople.ts';
import type { ImportedRow } from './importedRow.ts';
import type { Given } from './planLeases.ts';
import type { Questions } from './questions.ts';

/** Who is listed so does not live there any more. */
const HAS_LEFT =
  /^(?:past|former|previous|old|moved[ -]?out|evicted|vacated|ended|terminated|inactive|left|cancel+ed|denied)\b/i;

/** What the rows share of which leases go on. */
interface Context {
  /** The homes of all rows. */
  homeOf: ReadonlyMap<ImportedRow, UnitRecord | null | undefined>;
  /** The leases that are here. */
  known: readonly LeaseRecord[];
  questions: Questions;
  today: string;
}

/**
 * Leases whose last day is past. Who is in a rent roll lives there, so that the lease goes on from month to month; a list of people
 * may have those who have left. A person can say otherwise of either.
 */
export class EndedLeases {
  readonly #context: Context;
  /** The first days of each unit's leases, as the files write them. */
  readonly #firstDays = new Map<UnitRecord, Set<string>>();
  /** The last of the first days of each unit's leases that are here. */
  readonly #lastStarts = new Map<UnitRecord, string>();
  /** Those of which a person may say whether they go on, by the headings of their sheets. */
  readonly #asked = new Map<string, ImportedRow[]>();

  constructor(context: Context) {
    this.#context = context;
    for (const { unit, starts } of context.known) {
      if (starts > (this.#lastStarts.get(unit) ?? '')) this.#lastStarts.set(unit, starts);
    }
    for (const [row, unit] of context.homeOf) {
      if (!unit || isVacantHome(row)) continue;
      const days = this.#firstDays.get(unit) ?? new Set();
      this.#firstDays.set(unit, days.add(row.peek('lease_dates') || row.peek('starts')));
    }
  }

  /** A row's lease, without its last day where that is past and it goes on. */
  lasting(
    row: ImportedRow,
    unit: UnitRecord | null | undefined,
    lease: Given | undefined,
  ): Given | undefined {
    const { questions, today } = this.#context;
    if (!unit || lease?.ends === undefined || lease.ends >= today) return lease;
    if (HAS_LEFT.test(row.peek('status')) || this.#isFollowed(unit, lease)) return lease;
    const { key, table } = row.sheet;
    const rows = this.#asked.get(key) ?? [];
    rows.push(row);
    this.#asked.set(key, rows);
    if ((questions.answer(idOf(key)) || usual(table)) !== 'goes_on') return lease;
    row.note(
      `Its last day, ${lease.ends}, is past: the lease goes on from month to month, without a last day.`,
    );
    delete row.values.ends;
    return { ...lease, ends: undefined };
  }

  ask(): void {
    for (const [key, rows] of this.#asked) {
      const [first] = rows;
      if (!first) continue;
      const { place, table } = first.sheet;
      const count = rows.length === 1 ? 'In 1 row' : `In ${rows.length.toLocaleString('en-US')} rows`;
      this.#context.questions.choose({
        id: idOf(key),
        sheet: place,
        text: `${count} the lease has a last day that is past. Does it go on from month to month?`,
        choices: [
          { value: 'goes_on', label: 'Yes, without a last day', examples: rows.slice(0, 3).map(shown) },
          { value: 'ended', label: 'No, it ended then, and no rent is charged' },
        ],
        otherwise: usual(table),
      });
    }
  }

  /** Whether the unit has another lease, or this one is here as it is. */
  #isFollowed(unit: UnitRecord, { starts }: Given): boolean {
    return (this.#lastStarts.get(unit) ?? '') >= starts || (this.#firstDays.get(unit)?.size ?? 0) > 1;
  }
}

const idOf = (key: string) => `ended:${key}`;
const usual = (table: string) => (table === 'rentRoll' ? 'goes_on' : 'ended');

function shown(row: ImportedRow): string {
  const name = row.peek('full_name') || `${row.peek('first_name')} ${row.peek('last_name')}`.trim();
  return `${name}, ${row.peek('unit_number')}`;
}
