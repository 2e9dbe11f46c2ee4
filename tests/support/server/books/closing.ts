import {
  addDays,
  addMonths,
  mediumDayText,
  monthName,
  monthOf,
} from '../../../../contract/values/calendar.ts';
import { manager, server } from '../world.ts';
import { communityDay } from '../../days.ts';

export const THIS_MONTH = monthOf(communityDay());
/** A month that is over everywhere. */
export const CLOSED = addMonths(THIS_MONTH, -2);
export const FIRST_OPEN = addMonths(CLOSED, 1);
export const LAST_CLOSED_DAY = addDays(FIRST_OPEN, -1);
/** What an entry says that is for the last closed day. */
export const NOTE = ` (for ${mediumDayText(LAST_CLOSED_DAY)}, in a closed month)`;
export const REFUSAL = `${monthName(CLOSED)} and the months before it are closed. Choose ${mediumDayText(FIRST_OPEN)} or a later day.`;

export const closeMonth = (month = CLOSED) =>
  server.call('PUT', `/books/months/${month}/closing`, { as: manager });
export const reopenMonth = (month = CLOSED) =>
  server.call('DELETE', `/books/months/${month}/closing`, { as: manager });
