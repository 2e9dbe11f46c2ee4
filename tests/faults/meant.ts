import type { Person } from './people.ts';

/** How a report may stand at the server once all is done. */
export interface Wording {
  text: string;
  /** The digests of its photos, in any order. */
  photos: string[];
}

/** A report as its author means it. Where a kill cut them short, two ways are right: before and after. */
export interface Report {
  kind: 'report';
  n: number;
  by: Person;
  /** Counts wordings. */
  version: number;
  /** The last is the newest; `gone` is taken back or never made. */
  right: (Wording | 'gone')[];
  /** Whether its author took it back, perhaps cut short. */
  takenBack: boolean;
  /** Whether a manager on this phone marked it complete. */
  completed: boolean;
  /** How many changes of it were handed over. */
  changes: number;
}

export interface Suggestion {
  kind: 'suggestion';
  n: number;
  by: Person;
  /** Whether a kill or a full disk came before it was certain. */
  maybe: boolean;
}

/** One unit's reading, by what was read on its water meter: that is its number. */
export interface Reading {
  kind: 'reading';
  n: number;
  by: Person;
  of: Person;
  maybe: boolean;
}

export type Meant = Report | Suggestion | Reading;

/** What begins the text of everything that concerns this one. */
export function markOf(tag: string, { n }: Meant): string {
  return `#${tag}.${n} `;
}

export function newest(report: Report): Wording | undefined {
  return report.right.findLast((each) => each !== 'gone');
}
