import { randomUUID } from 'node:crypto';
import { AUTOPAY_CONSENT } from '../../contract/payments/autopay.ts';
import type { Sql } from '../database/database.ts';
import { chargeAutopay } from '../resources/payments/autopay/chargeAutopay.ts';
import { beginSetup, readSetup, recordSetup } from '../resources/payments/autopay/setups.ts';
import type { Calendar } from './calendar.ts';
import type { Step } from './step.ts';
import { pastProvider } from './pastProvider.ts';
import type { DemoIds } from './places.ts';
import { residents } from './residents.ts';

/** Dollars: what autopay charges at most. */
const LIMIT = 2500;

/** Whoever pays by autopay sets it up in an evening, for the day on which rent is due. */
export function setupsOf(sql: Sql, calendar: Calendar, { userIds }: DemoIds): Step[] {
  return residents.flatMap(({ username, bills }) => {
    const user = userIds.get(username);
    if (bills?.autopay === undefined || user === undefined) return [];
    return [
      {
        at: calendar.inMonth(bills.autopay, 18, '20:15:00'),
        post: async (now: Date) => {
          const provider = pastProvider(sql, { now, zone: calendar.zone });
          const agreed = { charge_day: null, max_amount: LIMIT, consent_version: AUTOPAY_CONSENT.version };
          const { clientSecret } = await beginSetup(provider, { id: randomUUID(), userId: user }, agreed);
          const setup = await readSetup(provider, clientSecret.replace(/_secret$/, ''));
          if (!setup || !(await recordSetup(sql, setup, provider)))
            throw new Error('The card was not stored.');
        },
      },
    ];
  });
}

/** The job of autopay on the day on which rent is due: after the job that posts it. */
export function autopayOf(sql: Sql, calendar: Calendar, month: number): Step {
  const { zone } = calendar;
  return {
    at: calendar.inMonth(month, 1, '00:05:00'),
    isPayment: true,
    post: (now) => chargeAutopay(pastProvider(sql, { now, zone }), { zone, now }),
  };
}
