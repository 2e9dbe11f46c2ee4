import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { MessageAnswer } from '../values/text.ts';
import { MOST_TODAY_ROWS, TodayGroup, TodayRowParams, TodaySnooze, TodayTaken } from './today.ts';

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
    answer: lazySchema(() => z.array(TodayGroup)),
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
    refuses: ['409 `already_taken` where another manager has taken it'],
  },
} as const satisfies Record<string, Route>;
