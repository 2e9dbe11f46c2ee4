import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { PaymentPolicy } from '../../../../contract/leases/paymentPolicy.ts';
import { sharedLease } from '../../../../contract/leases/homeAccount.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { dayIn, FIRST_ZONE } from '../../../../contract/values/timeZone.ts';
import type { Sql } from '../../../database/database.ts';
import { fieldError } from '../../../http/apiError.ts';
import { policyFacts, policyOf, readPaymentPolicy, type PolicyFacts } from '../paymentPolicy.ts';

/** Whose entry a payment is, and in which account it stands. */
export interface Account {
  user_id: number;
  unit_id: number | null;
  /** The lease, where the payer is not whose entry it is. */
  lease_id?: number;
  /** The payer, where it is not their own entry. */
  paid_by?: number;
}

interface RentedLease {
  id: number;
  unit_id: number;
  starts: string;
  ends: string | null;
  billed: boolean;
  /** The id of who is billed. */
  user_id: number;
}

/** The leases that a tenant, whose id is an expression, rents by, as JSON. */
const rentedLeases = (tenant: Part) => sqlTag`
  coalesce((
    select json_agg(json_build_object('id', leases.id, 'unit_id', leases.unit_id, 'starts', leases.starts, 'ends', leases.ends,
      'billed', own.position = 1, 'user_id', first.user_id))
    from lease_tenants as own join leases on leases.id = own.lease_id
    join lease_tenants as first on first.lease_id = leases.id and first.position = 1
    where own.user_id = ${tenant}), '[]')`;

async function readRentedLeases(sql: Sql, tenant: number): Promise<RentedLease[]> {
  const [row] = await sql<{
    leases: RentedLease[];
  }>`select ${rentedLeases(sqlTag`${tenant}::int`)} as leases`;
  return row?.leases ?? [];
}

/** The account of the lease that somebody rents by and is not billed for; undefined where there is none. */
export async function readSharedAccount(sql: Sql, payer: number): Promise<Required<Account> | undefined> {
  return sharedAccountOf(await readRentedLeases(sql, payer), payer);
}

function sharedAccountOf(leases: readonly RentedLease[], payer: number): Required<Account> | undefined {
  const home = sharedLease(leases, dayIn(FIRST_ZONE, new Date()));
  return home && accountOfLease(home, payer);
}

/** The account of a lease that a payment was started for. */
export async function readLeaseAccount(sql: Sql, leaseId: number, payer: number): Promise<Account> {
  const [lease] = await sql<{ id: number; unit_id: number; user_id: number }>`
    select leases.id, leases.unit_id, first.user_id
    from leases join lease_tenants as first on first.lease_id = leases.id and first.position = 1
    where leases.id = ${leaseId}`;
  if (!lease) throw new Error(`Lease ${leaseId} has nobody who is billed.`);
  const { lease_id, ...account } = accountOfLease(lease, payer);
  // Who has come to be billed since then pays their own.
  return lease.user_id === payer ? { user_id: payer, unit_id: lease.unit_id } : { ...account, lease_id };
}

function accountOfLease(
  { id, unit_id, user_id }: Pick<RentedLease, 'id' | 'unit_id' | 'user_id'>,
  payer: number,
): Required<Account> & { unit_id: number } {
  return { user_id, unit_id, lease_id: id, paid_by: payer };
}

/**
 * Where a payment goes that management took of somebody, and what may be paid there: into the account of the lease that they rent by and
 * are not billed for, if that is wanted, or, where nothing is said, if they owe nothing themselves.
 * @throws {ApiError} 400 at `for_home` where they share no account
 */
export async function accountOfPayment(
  sql: Sql,
  own: { user_id: number; unit_id: number | null },
  forHome: boolean | null = null,
): Promise<{ account: Account; policy: PaymentPolicy }> {
  const [row] = await sql<{ leases: RentedLease[]; facts: PolicyFacts; balance: number }>`
    select ${rentedLeases(sqlTag`${own.user_id}::int`)} as leases, ${policyFacts(sqlTag`${own.user_id}::int`)} as facts,
      coalesce((select balance from balances where user_id = ${own.user_id}), 0) as balance`;
  if (!row) throw new Error('The leases of nobody are none.');
  const shared = sharedAccountOf(row.leases, own.user_id);
  if (forHome && !shared) {
    throw fieldError(400, 'for_home', 'This person rents by no lease that another is billed for.');
  }
  if (shared && (forHome ?? toCents(row.balance) <= 0)) {
    return { account: shared, policy: await readPaymentPolicy(sql, shared.user_id) };
  }
  return { account: own, policy: policyOf(row.facts) };
}
