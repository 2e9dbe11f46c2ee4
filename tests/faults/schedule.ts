import fc from 'fast-check';
import type { Fault } from '../support/offline/networkFaults.ts';

/** What happens to one change on its way; `rejected` is the server's refusal, and only of a change it never received. */
export type NetworkFault = Fault | 'killed before' | 'killed after' | { rejected: 400 | 409 | 422 };

/** What a person does on a screen. `which` counts through what there is to choose from. */
export type UserAction =
  | { type: 'report'; photos: number; draft: 'no' | 'yes' | 'in two tabs' }
  | { type: 'edit'; which: number; photos: 'as they are' | 'one more' | 'one less' }
  | { type: 'cancel'; which: number }
  | { type: 'complete'; which: number }
  | { type: 'say'; which: number; what: number; photos: 0 | 1 | 2 }
  | { type: 'write'; of: 0 | 1; what: number; photos: 0 | 1 | 2 }
  | { type: 'suggest' }
  | { type: 'read meters'; units: 1 | 2 | 3 }
  | { type: 'withdraw bills'; which: number }
  | { type: 'record payment'; of: 0 | 1; tabs: 1 | 2 }
  | { type: 'discard payment'; which: number }
  | { type: 'try again'; which: number };

/** What happens around them; a replay that is not waited for goes on beside the next steps. */
export type EnvironmentEvent =
  | { type: 'send'; by: 'tab' | 'second tab' | 'worker'; eager: boolean; wait: boolean }
  | { type: 'network'; is: 'open' | 'gone' | 'captive portal' }
  | { type: 'time passes'; seconds: number }
  | { type: 'clock jumps'; days: number }
  | { type: 'kill'; what: 'tab' | 'worker' | 'browser'; after: number }
  | { type: 'sign in'; as: 0 | 1 | 2; keep: boolean }
  | { type: 'session ends' }
  | { type: 'elsewhere'; which: number; is: 'edited' | 'completed' | 'cancelled' }
  | { type: 'disk is full'; writes: number }
  | { type: 'late requests arrive' };

export type Step = { action: UserAction } | { event: EnvironmentEvent };

/** What people do and what goes wrong meanwhile, in order; each change that is sent takes the next fault. */
export interface Schedule {
  /** Who is signed in at first. */
  first: 0 | 2;
  steps: Step[];
  faults: (NetworkFault | null)[];
}

const which = fc.nat({ max: 5 });
const photos = fc.constantFrom<0 | 1 | 2>(0, 1, 2);
const as = fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2, 2);

const action: fc.Arbitrary<UserAction> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('report' as const),
      photos: fc.constantFrom(0, 0, 1, 2),
      draft: fc.constantFrom('no' as const, 'yes' as const, 'in two tabs' as const),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      which,
      photos: fc.constantFrom('as they are' as const, 'one more' as const, 'one less' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('cancel' as const), which }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('complete' as const), which }) },
  { weight: 12, arbitrary: fc.record({ type: fc.constant('say' as const), which, what: which, photos }) },
  {
    weight: 14,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      of: fc.constantFrom<0 | 1>(0, 1),
      what: which,
      photos,
    }),
  },
  { weight: 3, arbitrary: fc.constant<UserAction>({ type: 'suggest' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('read meters' as const),
      units: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw bills' as const), which }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('record payment' as const),
      of: fc.constantFrom<0 | 1>(0, 1),
      tabs: fc.constantFrom<1 | 2>(1, 1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('discard payment' as const), which }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('try again' as const), which }) },
);

const event: fc.Arbitrary<EnvironmentEvent> = fc.oneof(
  {
    weight: 28,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      by: fc.constantFrom('tab' as const, 'second tab' as const, 'worker' as const),
      eager: fc.boolean(),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('network' as const),
      is: fc.constantFrom(
        'open' as const,
        'open' as const,
        'open' as const,
        'gone' as const,
        'captive portal' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('time passes' as const),
      seconds: fc.constantFrom(1, 20, 200, 2000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock jumps' as const),
      days: fc.constantFrom(-400, -1, 1, 400),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('kill' as const),
      what: fc.constantFrom('tab' as const, 'worker' as const, 'browser' as const),
      after: fc.nat({ max: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('sign in' as const), as, keep: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<EnvironmentEvent>({ type: 'session ends' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('elsewhere' as const),
      which,
      is: fc.constantFrom('edited' as const, 'edited' as const, 'completed' as const, 'cancelled' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('disk is full' as const), writes: fc.constantFrom(1, 3, 50) }),
  },
  { weight: 1, arbitrary: fc.constant<EnvironmentEvent>({ type: 'late requests arrive' }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ action }) },
  { weight: 1, arbitrary: fc.record({ event }) },
);

const networkFault = fc.constantFrom<NetworkFault>(
  'refused',
  'answer lost',
  'answer lost',
  'delivered twice',
  'hangs before',
  'hangs after',
  'cut',
  'late',
  'portal page',
  'portal json',
  'portal page after',
  'killed before',
  'killed after',
  { status: 401 },
  { status: 429, retryAfter: 30 },
  { status: 503, retryAfter: 120 },
  { status: 500 },
  { rejected: 400 },
  { rejected: 409 },
  { rejected: 422 },
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  first: fc.constantFrom<0 | 2>(0, 2),
  steps: fc.array(step, { minLength: 10, maxLength: 30 }),
  faults: fc.array(fc.option(networkFault, { freq: 2 }), { minLength: 8, maxLength: 30 }),
});
