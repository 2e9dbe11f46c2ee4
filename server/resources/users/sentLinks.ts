import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../database/database.ts';
import { MOST_A_DAY } from '../../notifications/mailLimits.ts';

// How many links somebody is sent, counted by what they were sent.

interface LinkLimit {
  /** Of a row of `notification_events as event`. */
  which: Part;
  /** At most so many within so many minutes. */
  within: readonly { most: number; minutes: number }[];
}

const DAY = 24 * 60;

/** Links for a new password, also those that confirm an address too. */
export const RESET_LINKS: LinkLimit = {
  which: sqlTag`(event.kind = 'password_reset' or event.data ->> 'resets' = 'true')`,
  within: [
    { most: 1, minutes: 5 },
    { most: 5, minutes: DAY },
  ],
};

/** Links that confirm an address. */
export const CONFIRMATION_LINKS: LinkLimit = {
  which: sqlTag`event.kind = 'email_confirmation'`,
  within: [{ most: MOST_A_DAY.email_confirmation, minutes: DAY }],
};

/** Whether somebody was sent as many links of a kind as they may be. Each limit is looked at, so that both answers take as long. */
export async function wasSentMost(sql: Sql, user_id: number, { which, within }: LinkLimit): Promise<boolean> {
  let was = false;
  for (const { most, minutes } of within) {
    const [recent] = await sql<{ links: number }>`
      select count(*)::int as links from notifications join notification_events as event on event.id = event_id
      where user_id = ${user_id} and ${which} and created_at > now() - make_interval(mins => ${minutes})`;
    was ||= recent !== undefined && recent.links >= most;
  }
  return was;
}
