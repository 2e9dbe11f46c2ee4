import type { CardProvider } from '../cardProvider.ts';
import { settleSetups } from './closeSetups.ts';
import { chargeAutopay } from './chargeAutopay.ts';

/** The recurring jobs of autopay, for the community's time zone. */
export function autopayJobs(provider: CardProvider, zone: string) {
  return [
    {
      name: 'charge-autopay',
      everyMinutes: 5,
      run: (stopping: AbortSignal) => chargeAutopay(provider, { zone, stopping }),
    },
    {
      name: 'settle-autopay-set-ups',
      everyMinutes: 5,
      run: (stopping: AbortSignal) => settleSetups(provider, stopping),
    },
  ];
}
