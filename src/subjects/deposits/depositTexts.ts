import {
  TAKEN_BACK,
  type Deposit,
  type DepositEntry,
  type DepositRow,
} from '../../../contract/deposits/deposit.ts';
import { daysBetween } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isoDay, timeText } from '../../ui/data/Time.tsx';

type Described = Pick<DepositEntry, 'kind' | 'method' | 'reference' | 'description'>;

/** What happened, such as "Received by check 1207". */
export function depositEntryText({ kind, method, reference, description }: Described): string {
  if (kind === TAKEN_BACK) return description ? `Taken back: ${description}` : 'Taken back';
  const by = method === null ? '' : ` by ${method.toLowerCase()}`;
  const number = reference === null ? '' : ` ${reference}`;
  return `${kind}${by}${number}${description ? `: ${description}` : ''}`;
}

/** What of the deposit that was agreed has not been received, in cents; 0 once it was applied or returned. */
export function missingCents({ required, received, applied, returned }: Deposit | DepositRow): number {
  if (required === null || applied > 0 || returned > 0) return 0;
  return Math.max(toCents(required) - toCents(received), 0);
}

/** Whether money is held that is to go back. */
export function isToReturn({ held, ends }: Deposit | DepositRow, today = isoDay()): boolean {
  return held > 0 && ends !== null && ends < today;
}

/** When what is held goes back: "by March 1, 2027, in 12 days". */
export function returnText(day: string, today = isoDay()): string {
  const days = daysBetween(today, day);
  const date = `by ${timeText(day, 'long')}`;
  if (days < 0) return `${date}, ${-days === 1 ? '1 day' : `${-days} days`} ago`;
  if (days === 0) return `${date}, today`;
  return `${date}, in ${days === 1 ? '1 day' : `${days} days`}`;
}

/** The figures of a deposit by their names, in cents, those that are 0 left out. */
export function depositFigures(deposit: Deposit): [name: string, cents: number][] {
  const { received, interest, applied, returned } = deposit;
  const figures: [string, number][] = [
    ['Received', toCents(received)],
    ['Interest', toCents(interest)],
    ['Applied to charges', -toCents(applied)],
    ['Returned', -toCents(returned)],
  ];
  return figures.filter(([, cents]) => cents !== 0);
}
