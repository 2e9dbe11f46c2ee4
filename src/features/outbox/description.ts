import type { OutboxItem } from '../../offline/engine/database.ts';

/** What an unsent change is, in words. */
export interface Description {
  title: string;
  detail: string | undefined;
  /** The screen where it can be edited. */
  edit?: string | undefined;
}

/** Where a refused change is decided, or another one edited: not after it may have arrived and before its answer. */
export function editAt(
  { refusal, mayHaveArrived }: OutboxItem,
  decided: string,
  edited: string,
): string | undefined {
  if (refusal) return decided;
  return mayHaveArrived ? undefined : edited;
}
