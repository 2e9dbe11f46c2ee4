import fc from 'fast-check';

/** What becomes of one request of the card provider. */
export type ProviderFault = 'request lost' | 'answer lost';

/** After how many statements, commits and requests a process is killed; null: not at all. */
export type Kill = number | null;

/** What happens to one person's debt, in order. A `checkout` may be of a tab that was open for long. */
export type AutopayStep =
  | { type: 'job runs'; kills: Kill[] }
  | { type: 'checkout is opened'; kill: Kill }
  | { type: 'checkout is paid'; which: number; card: 'pays' | 'declines' }
  | { type: 'job runs while a checkout is opened and paid'; kill: Kill }
  | { type: 'checks run'; kill: Kill }
  | { type: 'cash is recorded'; part: boolean }
  | { type: 'more is charged' }
  | { type: 'events arrive'; times: number }
  | { type: 'an hour passes' }
  | { type: 'a day passes' }
  | { type: 'next month begins' }
  | { type: 'stored card'; is: StoredCard }
  | { type: 'autopay is stopped' };

export type StoredCard = 'paying' | 'declined' | 'asking for its owner';

export interface AutopaySchedule {
  card: StoredCard;
  steps: AutopayStep[];
  /** Each request of the card provider takes the next one. */
  faults: (ProviderFault | null)[];
}

const kill = fc.option(fc.integer({ min: 0, max: 25 }), { freq: 2 });
const card = fc.constantFrom<StoredCard>(
  ...(['paying', 'paying', 'paying', 'paying', 'declined', 'asking for its owner'] as const),
);
const which = fc.nat({ max: 2 });
const weighted = (weight: number, arbitrary: fc.Arbitrary<AutopayStep>) => ({ weight, arbitrary });

const step = fc.oneof(
  weighted(
    8,
    fc.record({
      type: fc.constant('job runs' as const),
      kills: fc.array(kill, { minLength: 1, maxLength: 2 }),
    }),
  ),
  weighted(3, fc.record({ type: fc.constant('checkout is opened' as const), kill })),
  weighted(
    3,
    fc.record({
      ...{ type: fc.constant('checkout is paid' as const), which },
      card: fc.constantFrom('pays' as const, 'pays' as const, 'declines' as const),
    }),
  ),
  weighted(
    3,
    fc.record({ type: fc.constant('job runs while a checkout is opened and paid' as const), kill }),
  ),
  weighted(2, fc.record({ type: fc.constant('checks run' as const), kill })),
  weighted(1, fc.record({ type: fc.constant('cash is recorded' as const), part: fc.boolean() })),
  weighted(1, fc.constant({ type: 'more is charged' })),
  weighted(2, fc.record({ type: fc.constant('events arrive' as const), times: fc.constantFrom(1, 2) })),
  weighted(3, fc.constant({ type: 'an hour passes' })),
  weighted(2, fc.constant({ type: 'a day passes' })),
  weighted(2, fc.constant({ type: 'next month begins' })),
  weighted(3, fc.record({ type: fc.constant('stored card' as const), is: card })),
  weighted(1, fc.constant({ type: 'autopay is stopped' })),
);

export const autopaySchedules: fc.Arbitrary<AutopaySchedule> = fc.record({
  card,
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  faults: fc.array(fc.option(fc.constantFrom<ProviderFault>('request lost', 'answer lost'), { freq: 2 }), {
    minLength: 4,
    maxLength: 20,
  }),
});
