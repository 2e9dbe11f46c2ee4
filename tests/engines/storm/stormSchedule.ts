import fc from 'fast-check';
import type { FaultProxy } from '../../support/browser/faultProxy.ts';

/** What happens to the app in WebKit; `after` is the pause before it, in milliseconds. */
export type StormStep = { after: number } & (
  | { type: 'report'; photo: boolean; killed: boolean }
  | { type: 'leave'; path: string; look: boolean }
  | { type: 'back'; look: boolean }
  | { type: 'freeze'; milliseconds: number }
  | { type: 'hide'; milliseconds: number }
  | { type: 'kill' }
  | { type: 'network'; is: FaultProxy['mode'] }
);

/** As long as a few transactions take. */
const moment = fc.integer({ min: 0, max: 300 });

const leave = fc.record({
  type: fc.constant('leave' as const),
  after: moment,
  path: fc.constantFrom('/maintenance', '/announcements', '/ledger', '/outbox', '/maintenance?new=1'),
  look: fc.boolean(),
});
const back = fc.record({ type: fc.constant('back' as const), after: moment, look: fc.boolean() });
const freeze = fc.record({
  type: fc.constant('freeze' as const),
  after: moment,
  milliseconds: fc.integer({ min: 50, max: 1500 }),
});
const hide = fc.record({
  type: fc.constant('hide' as const),
  after: moment,
  milliseconds: fc.integer({ min: 50, max: 500 }),
});
const kill = fc.record({ type: fc.constant('kill' as const), after: moment });
const report = fc.record({
  type: fc.constant('report' as const),
  after: moment,
  photo: fc.boolean(),
  killed: fc.constantFrom(false, false, true),
});
const network = fc.record({
  type: fc.constant('network' as const),
  after: moment,
  is: fc.constantFrom<FaultProxy['mode']>('open', 'open', 'cut', 'silent', 'portal', 'answers lost'),
});

const step: fc.Arbitrary<StormStep> = fc.oneof(
  { weight: 4, arbitrary: leave },
  { weight: 3, arbitrary: back },
  { weight: 2, arbitrary: freeze },
  { weight: 1, arbitrary: hide },
  { weight: 2, arbitrary: kill },
  { weight: 1, arbitrary: report },
  { weight: 2, arbitrary: network },
);

/** Something is queued first, most often where it cannot be sent. */
export const stormSchedules: fc.Arbitrary<StormStep[]> = fc
  .tuple(
    fc.constantFrom<FaultProxy['mode']>('cut', 'cut', 'silent', 'answers lost', 'open'),
    report,
    fc.array(step, { minLength: 3, maxLength: 7 }),
  )
  .map(([is, first, steps]) => [{ type: 'network', after: 0, is }, first, ...steps]);
