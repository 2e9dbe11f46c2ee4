import { chargeName, type Lease, type LeaseCharge } from '../../../contract/leases/lease.ts';
import { dollarText } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { changesOf, recordAudit, type AuditRecord } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';

interface AuditedLease extends Pick<Lease, 'starts' | 'ends' | 'proration' | 'payment_policy' | 'paused'> {
  /** Dollars; null where none is required. */
  deposit_required: number | null;
  unit: string;
  tenants: string;
  /** Null where none are set, or named. */
  shares: string | null;
  guarantors: string | null;
  occupants: string | null;
}

interface ChargeChange {
  action: 'charge added' | 'charge changed' | 'charge ended' | 'charge taken off';
  /** One that is added has no `before`, one that is taken off no `after`. */
  before?: LeaseCharge;
  after?: LeaseCharge;
}

/** Audits leases that are new, each with what it charges. */
export async function auditNewLeases(sql: Sql, author: number, leases: readonly Lease[]): Promise<void> {
  const records = leases.flatMap((lease): AuditRecord[] => [
    { ...ofLease(lease), action: 'created', changes: termChanges(undefined, lease) },
    ...lease.charges.map((after) => ofCharge(lease, { action: 'charge added', after })),
  ]);
  await recordAudit(sql, author, records);
}

/** Audits the changed terms and tenants of a lease. */
export async function auditLease(
  sql: Sql,
  author: number,
  { before, after }: { before: Lease; after: Lease },
): Promise<void> {
  const changes = termChanges(before, after);
  await recordAudit(sql, author, [{ ...ofLease(after), action: 'changed', changes }]);
}

/** Audits changes of a lease's charges. */
export async function auditCharges(
  sql: Sql,
  author: number,
  { lease, changes }: { lease: Lease; changes: readonly ChargeChange[] },
): Promise<void> {
  await recordAudit(
    sql,
    author,
    changes.map((change) => ofCharge(lease, change)),
  );
}

function ofLease({ id }: Lease) {
  return { subject: 'lease', subject_id: id } as const;
}

function termChanges(before: Lease | undefined, after: Lease): AuditRecord['changes'] {
  return changesOf(
    [
      'unit',
      'starts',
      'ends',
      'proration',
      'payment_policy',
      'paused',
      'tenants',
      'shares',
      'guarantors',
      'occupants',
      'deposit_required',
    ],
    before && audited(before),
    audited(after),
  );
}

function audited(lease: Lease): AuditedLease {
  return {
    ...lease,
    unit: `${lease.unit_number}, ${lease.property_name}`,
    // Two people may have one name.
    tenants: lease.tenants.map((tenant) => `${fullNameOf(tenant)} (#${tenant.id})`).join(', '),
    deposit_required: lease.deposit_required ?? null,
    shares: sharesText(lease),
    guarantors: lease.guarantors?.join(', ') || null,
    occupants: lease.occupants?.join(', ') || null,
  };
}

function sharesText({ shares_in, tenants }: Lease): string | null {
  if (!shares_in) return null;
  return tenants
    .map(({ share }) => (shares_in === 'percent' ? `${share ?? 0}%` : dollarText(share ?? 0)))
    .join(', ');
}

function ofCharge(lease: Lease, { action, before, after }: ChargeChange): AuditRecord {
  const charge = after ?? before;
  return {
    ...ofLease(lease),
    action,
    changes: {
      // Always, since a lease may have several.
      charge: { before: null, after: charge ? chargeName(charge) : null },
      // Also where they stay, since a change is told with its amount and its month.
      ...(before && after ? unchanged(['amount', 'from_month'], after) : {}),
      ...changesOf(['amount', 'due_day', 'from_month', 'to_month'], before, after),
    },
  };
}

/** The values of fields before and after a change that leaves them. */
function unchanged(
  fields: readonly ('amount' | 'from_month')[],
  charge: LeaseCharge,
): AuditRecord['changes'] {
  return Object.fromEntries(
    fields.map((field) => [field, { before: charge[field], after: charge[field] }] as const),
  );
}
