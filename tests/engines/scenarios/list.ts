import type { DeviceOptions, Engine } from '../driver/device.ts';
import * as maintenance from './maintenance.ts';
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
  { title: 'no screen keeps loading in 20 page loads', as: 'resident', run: maintenance.loads },
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
];
