import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';
import { MOST_TODAY_ROWS, Today, TodayRowParams, TodaySnooze, TodayTaken } from './today.ts';

/** What management has to do today. */
export const todayRoutes = {
  readToday: {
    method: 'GET',
    path: '/today',
    who: 'manager',
    offline: 'keep',
    summary:
      `What waits for management, most urgent first, by kind: how many there are, and the first ${MOST_TODAY_ROWS}. ` +
      'Without what the caller snoozed.',
    answer: Today,
  },
  showToday: {
    method: 'DELETE',
    path: '/today/snoozes',
    who: 'manager',
    offline: 'refuse',
    summary: 'Shows the caller every row again that they hid.',
    answer: MessageAnswer,
  },
  snoozeToday: {
    method: 'PUT',
    path: '/today/:row/snooze',
    who: 'manager',
    offline: 'refuse',
    summary: 'Hides a row from the caller until a day, or shows it again.',
    params: TodayRowParams,
    body: TodaySnooze,
    answer: MessageAnswer,
  },
  takeToday: {
    method: 'PUT',
    path: '/today/:row/taken',
    who: 'manager',
    offline: 'refuse',
    summary: 'Says to all managers that the caller does it, or does it no more.',
    params: TodayRowParams,
    body: TodayTaken,
    answer: MessageAnswer,
    refuses: ['409 `already_taken` where another manager has taken it whom `over` does not name'],
  },
} as const satisfies Record<string, Route>;
