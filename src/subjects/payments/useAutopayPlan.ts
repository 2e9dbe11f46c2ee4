import type { Autopay } from '../../../contract/payments/autopay.ts';
import { chargedAlready, nextAutopay } from '../../../contract/payments/autopaySchedule.ts';
import { autopayAmount, owedOn, shareText } from '../../../contract/payments/owed.ts';
import { owedByHome } from '../../../contract/leases/homeAccount.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { sharedHome } from '../leases/sharedHome.ts';
import { ownOwed } from './ownOwed.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/** What autopay charges next, as far as the reads on this device tell, also without a connection. */
export interface AutopayPlan {
  /** The day, such as `2026-12-01`. */
  day: string;
  /** Integer cents: what is charged, or what will be due where nothing is. */
  cents: number;
  /** Integer cents that the month was charged already. */
  charged: number;
  /** How one’s share comes about, within a sentence; undefined where no shares are set. */
  share: string | undefined;
  /** What the home asks for, which is charged after what one owes oneself where another is billed for it. */
  ofHome?: { cents: number; share: string | undefined } | undefined;
  /** Why nothing is charged. */
  refused?: 'nothing_due' | 'over_limit' | 'not_accepted';
}

/** The next charge; undefined where there is none, or before the reads have come. */
export function useAutopayPlan(autopay: Autopay | undefined): AutopayPlan | undefined {
  const { data: leases } = useCachedQuery('listMyLeases', {});
  const { data: entries } = useOwnLedger();
  if (!autopay || !leases || !entries || autopay.max_amount === null) return undefined;
  const today = isoDay();
  const shared = sharedHome(leases);
  const charging = shared ? [shared] : leases.filter(({ billed }) => billed);
  const day = nextAutopay(autopay, charging, today);
  if (day === undefined) return undefined;
  const own = ownOwed(entries, { leases, ownProcessing: toCents(autopay.processing) });
  const ofHome = shared && own.balance <= 0;
  // What one owes oneself is charged alone where another is billed for the home.
  const owed = ofHome
    ? owedOn(owedByHome(shared), charging, day)
    : owedOn(
        own,
        charging.filter(({ billed }) => billed),
        day,
      );
  const charged = chargedAlready(autopay, today);
  const limit = Math.max(toCents(autopay.max_amount) - charged, 0);
  const charge = autopayAmount(owed, limit);
  const plan = { day, charged, share: shareText(owed), ...charge };
  if (!shared || ofHome || charge.refused) return plan;
  const following = owedOn(owedByHome(shared), charging, day);
  const { cents, refused } = autopayAmount(following, limit - charge.cents);
  return refused ? plan : { ...plan, ofHome: { cents, share: shareText(following) } };
}
