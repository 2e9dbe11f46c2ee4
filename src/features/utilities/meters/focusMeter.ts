import type { KeyboardEvent } from 'react';
import type { Meter } from '../../../../contract/utilities/meters.ts';

const FIELDS = 'input[data-reading]';

/** Enter moves the focus to the next meter, in the end to the review button. */
export function focusNextMeter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  // From here on, since a page of many homes has thousands of elements before it.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  walker.currentNode = event.currentTarget;
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (!(currentNode instanceof HTMLInputElement) || !currentNode.matches(FIELDS)) continue;
    currentNode.focus();
    currentNode.select();
    return;
  }
  document.querySelector<HTMLButtonElement>('button[data-review]')?.focus();
}

/** Goes to the first meter after this one that nothing was typed at, or to the first of all of them. */
export function focusUnreadMeter(after: Element | undefined): void {
  const unread = [...document.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
    (field) => field.value === '' && field !== after,
  );
  const isLater = (field: Element) =>
    after !== undefined && Boolean(after.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = unread.find(isLater) ?? unread[0];
  next?.scrollIntoView({ block: 'center' });
  next?.focus();
}

/** Goes to a meter of a unit, or to what is wrong there. */
export function focusMeter(unitId: number, meter?: Meter, id?: number): void {
  const row = document.querySelector(`[data-unit="${unitId}"]`);
  const wanted = id
    ? `[data-meter="${id}"] ${FIELDS}`
    : meter
      ? `[data-reading="${meter}"]`
      : '[aria-invalid]';
  (row?.querySelector<HTMLInputElement>(wanted) ?? row?.querySelector('input'))?.focus();
}
