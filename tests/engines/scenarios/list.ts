import type { DeviceOptions, Engine } from '../driver/device.ts';
import { blockedStorage } from './blockedStorage.ts';
import * as connection from './connection.ts';
import { leakAtNight } from './leakAtNight.ts';
import * as maintenance from './maintenance.ts';
import { managersMorning } from './managersMorning.ts';
import { cardPayment } from './payments.ts';
import { movingDay } from './movingDay.ts';
import { readings } from './readings.ts';
import * as update from './update.ts';
import type { World } from './world.ts';

export interface Scenario {
  /** The promise, as a test title and as a row of docs/browsers.md. */
  title: string;
  /** Who is signed in on the device; a visitor's device is new. */
  as: 'resident' | 'manager' | 'visitor';
  run: (world: World) => Promise<void>;
  /** Only in `npm run engines`, not in `npm test`. */
  wholeListOnly?: true;
  /** What the device is like, where it is not an ordinary one. */
  device?: DeviceOptions;
  /** Why an engine cannot show it. */
  cannot?: Partial<Record<Engine, string>>;
}

/** What each engine is driven through. */
export const scenarios: Scenario[] = [
  { title: 'no update is offered on a first visit', as: 'visitor', run: update.noOfferOnFirstVisit },
  {
    title: 'a report with photos written without a network survives a kill of the browser and is sent once',
    as: 'resident',
    run: maintenance.mainJob,
  },
  {
    title: 'photos that follow their report go on after three kills of the browser and arrive byte for byte',
    as: 'resident',
    run: maintenance.photosAfterKills,
    wholeListOnly: true,
  },
  {
    title:
      'a leak at night is reported, answered and confirmed as fixed, with no network on the device in between',
    as: 'resident',
    run: leakAtNight,
    wholeListOnly: true,
  },
  {
    title: 'no screen keeps loading in 20 page loads, with and without a network',
    as: 'resident',
    run: maintenance.loads,
  },
  {
    title: 'a draft and its photo are there again after the browser was killed',
    as: 'resident',
    run: maintenance.drafts,
  },
  {
    title: 'a new version is offered, never forced, and "Update now" shows it',
    as: 'resident',
    run: update.offersUpdate,
  },
  {
    title: 'readings typed without a network survive a kill of the browser and are billed once',
    as: 'manager',
    run: readings,
  },
  {
    title:
      'a move-out at the door without a network, killed twice, arrives once: notice, inspection, charge, keys, address, deposit and cash',
    as: 'manager',
    run: movingDay,
    wholeListOnly: true,
  },
  {
    title:
      'a manager’s morning without a network, killed once, arrives once: 12 readings, 2 visits, photos and cash',
    as: 'manager',
    run: managersMorning,
    wholeListOnly: true,
  },
  {
    title: 'what was read before can be read without a network, with its age',
    as: 'resident',
    run: connection.offlineReading,
    wholeListOnly: true,
  },
  {
    title: 'nothing is lost behind a captive portal',
    as: 'resident',
    run: connection.captivePortal,
    wholeListOnly: true,
  },
  {
    title: 'a request that waits in two windows is sent once',
    as: 'resident',
    run: connection.twoWindows,
    wholeListOnly: true,
  },
  {
    title: 'a card payment is in the ledger once',
    as: 'resident',
    run: cardPayment,
    wholeListOnly: true,
  },
  {
    title: 'what was unsent at the sign-out is kept for its author and shown to no other',
    as: 'visitor',
    run: connection.signOut,
    wholeListOnly: true,
  },
  {
    title: 'a full device says so or saves, and loses nothing',
    as: 'resident',
    run: connection.fullDevice,
    device: { storageBytes: 20_000_000 },
    wholeListOnly: true,
  },
  {
    title: 'where the browser keeps nothing, a person signs in and reports, and is told once',
    as: 'visitor',
    run: blockedStorage,
    device: { blocksStorage: true },
  },
];
