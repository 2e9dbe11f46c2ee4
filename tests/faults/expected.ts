import type { OutboxItem } from '../../src/offline/engine/database.ts';
import type { Person } from './people.ts';

/** One text and set of photos that a report may have on the server at the end. */
export interface ReportVersion {
  text: string;
  /** The digests of its photos, in any order. */
  photos: string[];
}

/** A report as its author expects it. After a kill two outcomes are accepted: before and after the change. */
export interface Report {
  kind: 'report';
  n: number;
  author: Person;
  /** The number of its latest text. */
  version: number;
  /** The last is the newest; `absent`: cancelled, or never created. */
  accepted: (ReportVersion | 'absent')[];
  /** Whether its author cancelled it, or a kill came in between. */
  cancelled: boolean;
  /** Whether a manager on this phone marked it complete. */
  completed: boolean;
  /** How many changes of it were queued. */
  changes: number;
}

export interface Suggestion {
  kind: 'suggestion';
  n: number;
  author: Person;
  /** Whether a kill or a full disk came before it was surely queued. */
  uncertain: boolean;
}

/** What somebody said or did about a report. */
export interface Said {
  kind: 'said';
  n: number;
  author: Person;
  /** The report's, of the server. */
  request: number;
  event: 'reply' | 'note' | 'scheduled' | 'done' | 'confirmed';
  uncertain: boolean;
  /** The digests of its photos, in any order. */
  photos: string[];
}

export type WrittenSubject = 'note' | 'message' | 'notice' | 'answer' | 'deposit' | 'inspection' | 'reading';

/** What is written once beside reports: on people and homes, in conversations, on a walk. */
export interface Written {
  kind: 'written';
  n: number;
  author: Person;
  subject: WrittenSubject;
  /** That the phone gives to what needs one, such as an inspection. */
  id: string;
  uncertain: boolean;
  /** The digests of its photos, in any order. */
  photos: string[];
}

/** One unit's reading; what its water meter shows is its number `n`. */
export interface Reading {
  kind: 'reading';
  n: number;
  author: Person;
  tenant: Person;
  uncertain: boolean;
}

/** A payment that management took; its number `n` is its amount in dollars. */
export interface Payment {
  kind: 'payment';
  n: number;
  author: Person;
  tenant: Person;
  uncertain: boolean;
  /** `perhaps`: a kill came in between. */
  discarded: 'no' | 'perhaps' | 'yes';
  /** The number of its receipt, as it was told when it was queued. */
  receipt: string | undefined;
}

export type Expected = Report | Suggestion | Said | Written | Reading | Payment;

/** The beginning of each text that belongs to this change. */
export function textPrefix(tag: string, { n }: Expected): string {
  return `#${tag}.${n} `;
}

export function latestVersion(report: Report): ReportVersion | undefined {
  return report.accepted.findLast((each) => each !== 'absent');
}

/** The text of what is queued. */
export function textOf({ input, route, shown }: OutboxItem): string {
  // Photos that follow their report, or what was said.
  if (route === 'attachPhoto') return shown?.information ?? '';
  if (route === 'attachRecordPhoto') return shown.words ?? '';
  if (route === 'saveInspection') return input.body.rooms[0]?.items[0]?.remark ?? '';
  if (route === 'addDepositEntry') return input.body.description ?? '';
  if (route === 'readMeter') return input.body.note ?? '';
  const body = (input.body ?? {}) as { information?: string; announcement?: string; text?: string };
  return body.information ?? body.announcement ?? body.text ?? '';
}
