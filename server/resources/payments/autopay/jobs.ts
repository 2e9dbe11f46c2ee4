import type { CardProvider } from '../cardProvider.ts';
import { settleSetups } from './closeSetups.ts';
import { chargeAutopay } from './chargeAutopay.ts';

/** The recurring jobs of autopay. */
export function autopayJobs(provider: CardProvider) {
  return [
    {
      name: 'charge-autopay',
      everyMinutes: 5,
      run: (stopping: AbortSignal) => chargeAutopay(provider, { zone: provider.zone, stopping }),
    },
    {
      name: 'settle-autopay-set-ups',
      everyMinutes: 5,
      run: (stopping: AbortSignal) => settleSetups(provider, stopping),
    },
  ];
}
