import fc from 'fast-check';
import type { Gate } from '../../support/browser/gate.ts';

/** What happens in the real browser. */
export type BrowserStep =
  | { do: 'report'; photos: number }
  | { do: 'report, and the browser is killed at once' }
  | { do: 'edit' }
  | { do: 'take back' }
  | { do: 'network'; is: Gate['mode'] }
  | { do: 'kill'; what: 'worker' | 'tab' | 'browser' }
  | { do: 'open a second tab' };

const network = (is: Gate['mode']): BrowserStep => ({ do: 'network', is });

/** A few steps, since each takes a browser a moment; most begin where the network is not what it should be. */
export const browserSchedules: fc.Arbitrary<BrowserStep[]> = fc
  .tuple(
    fc.constantFrom<Gate['mode']>('open', 'cut', 'cut', 'silent', 'portal', 'answers lost', 'answers lost'),
    fc.array(
      fc.constantFrom<BrowserStep>(
        { do: 'report', photos: 0 },
        { do: 'report', photos: 2 },
        { do: 'report', photos: 0 },
        { do: 'report, and the browser is killed at once' },
        { do: 'edit' },
        { do: 'edit' },
        { do: 'take back' },
        network('open'),
        network('open'),
        network('cut'),
        network('silent'),
        network('portal'),
        network('answers lost'),
        { do: 'kill', what: 'worker' },
        { do: 'kill', what: 'tab' },
        { do: 'kill', what: 'browser' },
        { do: 'open a second tab' },
      ),
      { minLength: 2, maxLength: 5 },
    ),
  )
  .map(([begins, steps]) => [network(begins), { do: 'report', photos: 1 }, ...steps]);
