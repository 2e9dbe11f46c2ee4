import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import type { StepName } from '../../../contract/moves/moveSteps.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { toCents } from '../../../contract/values/money.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';

export const STEP_NAMES: Record<StepName, string> = {
  accounts: 'Tenants can sign in',
  lease: 'Lease',
  deposit: 'Deposit received',
  'first rent': 'First rent paid',
  'move-in inspection': 'Move-in inspection',
  'meters read in': 'Meters read at moving in',
  'keys handed over': 'Keys handed over',
  notice: 'Notice with the last day',
  autopay: 'Autopay ended',
  access: 'Nobody is listed in the home',
  'move-out inspection': 'Move-out inspection',
  'meters read out': 'Meters read at moving out',
  'keys returned': 'Keys returned',
  charges: 'Charges settled',
  'deposit returned': 'Deposit returned or applied',
  'forwarding address': 'Forwarding address for the statement',
  vacant: 'Home vacant',
};

/** What is known of a step; undefined where its name says all. */
export function detailOf(name: StepName, move: Move): string | undefined {
  const money = (dollars: number) => moneyText(toCents(dollars));
  switch (name) {
    case 'accounts':
      return `${move.with_account} of ${move.tenants}`;
    case 'lease':
      return `From ${timeText(move.starts)}`;
    case 'deposit':
      return move.deposit_missing > 0 ? `${money(move.deposit_missing)} is not paid yet` : undefined;
    case 'first rent':
      if (move.first_rent_open === null) return 'Not posted yet';
      return move.first_rent_open > 0 ? `${money(move.first_rent_open)} is open` : undefined;
    case 'meters read in':
      return `${move.meters?.read_in ?? 0} of ${move.meters?.there ?? 0}`;
    case 'meters read out':
      return `${move.meters?.read_out ?? 0} of ${move.meters?.there ?? 0}`;
    case 'keys handed over':
      return move.keys_handed_over_at === null ? undefined : timeText(move.keys_handed_over_at, 'dateTime');
    case 'keys returned':
      return move.keys_returned_at === null ? undefined : timeText(move.keys_returned_at, 'dateTime');
    case 'notice':
      return move.ends === null ? undefined : `Until ${timeText(move.ends)}. Its charges end with it.`;
    case 'charges':
      return move.owed > 0 ? `${money(move.owed)} is owed` : undefined;
    case 'deposit returned':
      return move.deposit_held > 0 ? `${money(move.deposit_held)} is held` : undefined;
    case 'forwarding address':
      return move.forwarding_address ?? undefined;
    default:
      return undefined;
  }
}

/** Who looks at the steps. Management knows who is billed for the lease, where somebody is. */
export interface StepReader {
  isManager: boolean;
  billed?: Pick<Lease['tenants'][number], 'id' | 'first_name' | 'last_name'> | undefined;
}

/** Where a step is done; undefined where it is done here, or by the other side. */
export function placeOf(name: StepName, move: Move, { isManager, billed }: StepReader): string | undefined {
  const { lease_id, unit_id, move_in_inspection, move_out_inspection } = move;
  const inspection = name === 'move-out inspection' ? move_out_inspection : move_in_inspection;
  switch (name) {
    case 'accounts':
      return isManager ? '/admin/invitations' : undefined;
    case 'deposit':
      return isManager ? undefined : '/payments/deposit';
    case 'first rent':
      if (!isManager) return '/payments';
      // Of rent that is paid there is nothing to record.
      if (!billed || move.first_rent_open === 0) return ledgerOf(billed);
      // The list of balances, which opens without a connection, has who lives somewhere.
      return `${move.living_there > 0 ? '/admin/payments' : ledgerOf(billed)}?payment=${billed.id}`;
    case 'charges':
      return isManager ? ledgerOf(billed) : '/payments';
    case 'notice':
      return isManager ? `/admin/lease/${lease_id}?change=last-day` : undefined;
    case 'autopay':
      return isManager ? undefined : '/payments/autopay';
    case 'access':
      if (!isManager) return undefined;
      return `/admin/manage-users${billed ? `?search=${encodeURIComponent(fullNameOf(billed))}` : ''}`;
    case 'deposit returned':
      return isManager ? `/admin/deposits/${lease_id}` : '/payments/deposit';
    case 'meters read in':
    case 'meters read out':
    case 'vacant':
      return isManager ? `/admin/home/${unit_id}` : undefined;
    case 'move-in inspection':
    case 'move-out inspection':
      if (!isManager) return inspection === null ? undefined : `/inspections/${inspection}`;
      return inspection === null ? `/admin/home/${unit_id}` : `/admin/inspections/${unit_id}/${inspection}`;
    default:
      return undefined;
  }
}

function ledgerOf(billed: StepReader['billed']): string {
  return billed ? `/admin/ledger/${billed.id}` : '/admin/payments';
}
