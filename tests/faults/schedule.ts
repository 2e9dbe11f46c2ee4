import fc from 'fast-check';
import type { Fault } from '../support/offline/wire.ts';

/** What happens to one change on its way; `no` is the server's, and comes only where it never had the change. */
export type Gust = Fault | 'killed before' | 'killed after' | { no: 400 | 409 | 422 };

/** What a person does on a screen. `which` counts through what there is to choose from. */
export type Act =
  | { do: 'report'; photos: number; draft: 'no' | 'yes' | 'in two tabs' }
  | { do: 'edit'; which: number; photos: 'as they are' | 'one more' | 'one less' }
  | { do: 'take back'; which: number }
  | { do: 'complete'; which: number }
  | { do: 'suggest' }
  | { do: 'read meters'; units: 1 | 2 | 3 }
  | { do: 'withdraw bills'; which: number }
  | { do: 'try again'; which: number };

/** What happens around them; a replay that is not waited for goes on beside the next steps. */
export type Event =
  | { do: 'send'; by: 'tab' | 'second tab' | 'worker'; eager: boolean; wait: boolean }
  | { do: 'network'; is: 'open' | 'gone' | 'captive portal' }
  | { do: 'time passes'; seconds: number }
  | { do: 'clock jumps'; days: number }
  | { do: 'kill'; what: 'tab' | 'worker' | 'browser'; after: number }
  | { do: 'sign in'; as: 0 | 1 | 2; keep: boolean }
  | { do: 'session ends' }
  | { do: 'elsewhere'; which: number; is: 'edited' | 'completed' | 'cancelled' }
  | { do: 'disk is full'; writes: number }
  | { do: 'what was late arrives' };

export type Step = { act: Act } | { event: Event };

/** What people do and what goes wrong meanwhile, in order; each change that is sent meets the next gust. */
export interface Schedule {
  steps: Step[];
  weather: (Gust | null)[];
}

const which = fc.nat({ max: 5 });
const as = fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2, 2);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      photos: fc.constantFrom(0, 0, 1, 2),
      draft: fc.constantFrom('no' as const, 'yes' as const, 'in two tabs' as const),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      which,
      photos: fc.constantFrom('as they are' as const, 'one more' as const, 'one less' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take back' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), which }) },
  { weight: 3, arbitrary: fc.constant<Act>({ do: 'suggest' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('read meters' as const),
      units: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw bills' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('try again' as const), which }) },
);

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 28,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      by: fc.constantFrom('tab' as const, 'second tab' as const, 'worker' as const),
      eager: fc.boolean(),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
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
      do: fc.constant('time passes' as const),
      seconds: fc.constantFrom(1, 20, 200, 2000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock jumps' as const),
      days: fc.constantFrom(-400, -1, 1, 400),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      what: fc.constantFrom('tab' as const, 'worker' as const, 'browser' as const),
      after: fc.nat({ max: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sign in' as const), as, keep: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Event>({ do: 'session ends' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('elsewhere' as const),
      which,
      is: fc.constantFrom('edited' as const, 'edited' as const, 'completed' as const, 'cancelled' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('disk is full' as const), writes: fc.constantFrom(1, 3, 50) }),
  },
  { weight: 1, arbitrary: fc.constant<Event>({ do: 'what was late arrives' }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act }) },
  { weight: 1, arbitrary: fc.record({ event }) },
);

const gust = fc.constantFrom<Gust>(
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
  { no: 400 },
  { no: 409 },
  { no: 422 },
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  steps: fc.array(step, { minLength: 10, maxLength: 30 }),
  weather: fc.array(fc.option(gust, { freq: 2 }), { minLength: 8, maxLength: 30 }),
});
