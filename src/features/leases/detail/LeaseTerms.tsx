import type { LateFeeRule } from '../../../../contract/leases/lateFee.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import type { SharesIn } from '../../../../contract/leases/shares.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { PRORATION_NAMES } from '../../../subjects/leases/prorationText.ts';
import { PersonLink } from '../../../subjects/users/PersonLink.tsx';
import { DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { TextLink } from '../../../ui/layout/TextLink.tsx';
import { LateFeeTerms, ruleNow } from '../LateFees.tsx';
import { LeaseState } from '../list/LeaseList.tsx';
import { leasePath, POLICY_NAMES, stateOf, termText } from '../leaseTexts.ts';
import type { LeaseChange } from './LeaseDialog.tsx';

interface LeaseTermsProps {
  lease: Lease;
  /** The next lease of its unit; undefined where there is none. */
  next: Lease | undefined;
  /** The rules of the lease's property; undefined where they are not known. */
  lateFees: readonly LateFeeRule[] | undefined;
  online: boolean;
  busy: boolean;
  onAsk: (what: LeaseChange) => void;
  onPause: () => void;
}

/** What was agreed, with what changes it. */
export function LeaseTerms({ lease, next, lateFees, online, busy, onAsk, onPause }: LeaseTermsProps) {
  const own = ruleNow(lease.late_fees);
  const follows = !own || own.kind === 'property';
  return (
    <Card title="Terms" action={<LeaseState lease={lease} />}>
      <DescriptionList
        items={[
          { label: 'Term', value: termText(lease) },
          ...(next
            ? [{ label: 'Next lease', value: <TextLink to={leasePath(next.id)}>{termText(next)}</TextLink> }]
            : []),
          { label: 'Tenants', value: <Tenants lease={lease} /> },
          ...named('Guarantors', lease.guarantors),
          ...named('Occupants', lease.occupants),
          { label: 'Payments', value: POLICY_NAMES[lease.payment_policy] },
          { label: 'Proration', value: PRORATION_NAMES[lease.proration] },
          ...(lateFees && lease.property_id > 0
            ? [
                {
                  label: follows ? 'Late fee, of the property' : 'Late fee, of this lease',
                  value: <LateFeeTerms property={lateFees} lease={lease.late_fees} />,
                },
              ]
            : []),
        ]}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {lease.ends !== null && stateOf(lease) !== 'ended' && !next && (
          <Button onClick={() => onAsk('renew')}>Renew</Button>
        )}
        <Button variant="secondary" onClick={() => onAsk('last-day')}>
          {lease.ends === null ? 'End lease' : 'Change last day'}
        </Button>
        <Button variant="secondary" disabled={!online} onClick={() => onAsk('terms')}>
          Change terms
        </Button>
        <Button variant="secondary" disabled={!online} onClick={() => onAsk('tenants')}>
          Change tenants
        </Button>
        {stateOf(lease) !== 'ended' && (
          <Button variant="quiet" busy={busy} disabled={!online} onClick={onPause}>
            {lease.paused ? 'Go on posting' : 'Pause posting'}
          </Button>
        )}
        <Button variant="quiet" disabled={!online} onClick={() => onAsk('late-fee')}>
          Change late fee
        </Button>
      </div>
    </Card>
  );
}

/** Who is named on it, a line each; nothing where nobody is, or an older version stored it. */
function named(label: string, names: readonly string[] = []) {
  if (names.length === 0) return [];
  const value = <span className="wrap-anywhere whitespace-pre-line">{names.join('\n')}</span>;
  return [{ label, value }];
}

function shareText(unit: SharesIn, share: number | null | undefined): string {
  return unit === 'percent' ? `${share ?? 0}%` : `${moneyText(toCents(share ?? 0))} a month`;
}

function Tenants({ lease }: { lease: Lease }) {
  const { tenants } = lease;
  return (
    <ul role="list">
      {tenants.map((tenant, index) => (
        <li key={tenant.id}>
          <PersonLink id={tenant.id}>{fullNameOf(tenant)}</PersonLink>
          {index === 0 && tenants.length > 1 && <span className="text-muted"> (billed)</span>}
          {lease.shares_in && (
            <span className="text-muted"> · {shareText(lease.shares_in, tenant.share)}</span>
          )}
          {!tenant.lives_there && <span className="text-muted"> (does not live there)</span>}
          <span className="text-muted"> · </span>
          <TextLink to={`/admin/ledger/${tenant.id}`} aria-label={`Ledger of ${fullNameOf(tenant)}`}>
            Ledger
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
