import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { LastReading, UtilityBills, UtilityBillsCreated } from './utilityBills.ts';
import { commonMeterRoutes } from './commonMeters.ts';
import { meterRoutes } from './meterRoutes.ts';
import { readingPhotoRoutes } from './readingPhotos.ts';
import { sentReadingRoutes } from './sentReadings.ts';
import { Settings, SettingsUpdate } from './rates.ts';
import { tariffRoutes } from './tariffRoutes.ts';

/** The calls of meter readings, their rates and bills. */
export const utilityRoutes = {
  readSettings: {
    method: 'GET',
    path: '/settings',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The utility rates in force.',
    answer: Settings,
  },
  updateSettings: {
    method: 'PUT',
    path: '/settings',
    who: 'manager',
    offline: 'refuse',
    summary: 'Sets the utility rates, from now on.',
    body: SettingsUpdate,
    answer: Settings,
  },
  createUtilityBills: {
    method: 'POST',
    path: '/utilities',
    who: 'manager',
    offline: 'queue',
    summary: 'Bills units for their usage of a month, all of them or none.',
    body: UtilityBills,
    status: 201,
    answer: UtilityBillsCreated,
    refuses: [
      '400 `no_rates` while every rate is zero and there is no tariff',
      '409 `no_tenant` for someone who lives in no unit',
      '409 `rates_changed` where a cost is not that of the rates and tariffs in force at `Captured-At`; without `by_tariff` that of the flat rates will do, and the tariff is billed',
      '409 `read_since` for a meter that another bill was made for since',
      '409 `usage_changed` where a usage is not that of the readings, or a reading is not possible',
      '409 `already_billed` for a unit, party and month that have a bill, unless `confirm_duplicates`',
    ],
  },
  listLastReadings: {
    method: 'GET',
    path: '/utilities/last-readings',
    who: 'manager',
    offline: 'keep',
    summary: 'What each unit used when it was last billed, and what it usually uses.',
    query: PageQuery,
    paged: { order: 'unit_id', id: 'unit_id' },
    answer: lazySchema(() => z.array(LastReading)),
  },
  ...meterRoutes,
  ...readingPhotoRoutes,
  ...sentReadingRoutes,
  ...tariffRoutes,
  ...commonMeterRoutes,
} as const satisfies Record<string, Route>;
