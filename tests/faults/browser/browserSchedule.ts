import fc from 'fast-check';
import type { FaultProxy } from '../../support/browser/faultProxy.ts';

/** What happens in the real browser. */
export type BrowserStep =
  | { type: 'report'; photos: number }
  | { type: 'report, and the browser is killed at once' }
  | { type: 'edit' }
  | { type: 'cancel' }
  | { type: 'network'; is: FaultProxy['mode'] }
  | { type: 'kill'; what: 'worker' | 'tab' | 'browser' }
  | { type: 'open a second tab' };

const network = (is: FaultProxy['mode']): BrowserStep => ({ type: 'network', is });

/** A few steps, since each takes a browser a moment; most begin where the network is not what it should be. */
export const browserSchedules: fc.Arbitrary<BrowserStep[]> = fc
  .tuple(
    fc.constantFrom<FaultProxy['mode']>(
      'open',
      'cut',
      'cut',
      'silent',
      'portal',
      'answers lost',
      'answers lost',
    ),
    fc.array(
      fc.constantFrom<BrowserStep>(
        { type: 'report', photos: 0 },
        { type: 'report', photos: 2 },
        { type: 'report', photos: 0 },
        { type: 'report, and the browser is killed at once' },
        { type: 'edit' },
        { type: 'edit' },
        { type: 'cancel' },
        network('open'),
        network('open'),
        network('cut'),
        network('silent'),
        network('portal'),
        network('answers lost'),
        { type: 'kill', what: 'worker' },
        { type: 'kill', what: 'tab' },
        { type: 'kill', what: 'browser' },
        { type: 'open a second tab' },
      ),
      { minLength: 2, maxLength: 5 },
    ),
  )
  .map(([begins, steps]) => [network(begins), { type: 'report', photos: 1 }, ...steps]);
