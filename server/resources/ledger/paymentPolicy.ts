import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  acceptedFrom,
  NOT_ACCEPTED,
  paymentPolicyAt,
  type PaymentPolicy,
  type PolicyLease,
} from '../../../contract/leases/paymentPolicy.ts';
import { FIRST_ZONE, LAST_ZONE } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';

/** What a payment policy is decided by: the leases that somebody is billed for, and the database's time. */
export interface PolicyFacts {
  now: string;
  leases: PolicyLease[];
}

/** Those of a user, whose id is an expression, as JSON. The contract decides, on the server and on the phone. */
export const policyFacts = (userId: Part) => sqlTag`
  json_build_object('now', ${isoTimestamp(sqlTag`now()`)}, 'leases', coalesce((
    select json_agg(json_build_object('id', own.id, 'starts', own.starts, 'ends', own.ends,
      'payment_policy', own.payment_policy))
    from lease_tenants as tenant join leases as own on own.id = tenant.lease_id
    where tenant.user_id = ${userId} and tenant.position = 1), '[]'))`;

export const policyOf = ({ leases, now }: PolicyFacts): PaymentPolicy =>
  paymentPolicyAt(leases, new Date(now));

/** What somebody may pay, by the leases that they are billed for. */
export async function readPaymentPolicy(sql: Sql, userId: number): Promise<PaymentPolicy> {
  const [row] = await sql<{ facts: PolicyFacts }>`select ${policyFacts(sqlTag`${userId}::int`)} as facts`;
  if (!row) throw new Error('The leases of nobody are none.');
  return policyOf(row.facts);
}

/** Who is billed for a lease under which nothing is accepted, by the index of those leases. */
const blockedTenants = sqlTag`
  select of_blocked.user_id from leases as blocked
  join lease_tenants as of_blocked on of_blocked.lease_id = blocked.id and of_blocked.position = 1
  where blocked.payment_policy = 'nothing'`;

/** The facts of a user, whose id is an expression, who may be blocked; null for all others. */
export const factsIfBlocked = (userId: Part) => sqlTag`
  case when ${userId} in (${blockedTenants}) then ${policyFacts(userId)} end`;

/** Whether nothing is accepted of somebody, by `factsIfBlocked`. */
export const isBlocked = (facts: PolicyFacts | null): boolean =>
  facts !== null && policyOf(facts) === 'nothing';

/** The people whose payments are not accepted: `readPaymentPolicy` answers `nothing` for them. */
export async function readBlockedUsers(sql: Sql): Promise<number[]> {
  const rows = await sql<{ user_id: number; facts: PolicyFacts }>`
    select user_id, ${policyFacts(sqlTag`maybe.user_id`)} as facts from (select distinct user_id from (${blockedTenants}) as any_of) as maybe`;
  return rows.filter(({ facts }) => isBlocked(facts)).map(({ user_id }) => user_id);
}

/** When a lease begins or ends that may block somebody's payments or accept them again, as `NotedChanges.timed`. */
export const blockChanges = sqlTag`
  select tenant.user_id as row_id, bounds.at
  from lease_tenants as tenant join leases on leases.id = tenant.lease_id
  cross join lateral (values
    (leases.starts::timestamp at time zone ${FIRST_ZONE}),
    ((leases.ends + 1)::timestamp at time zone ${LAST_ZONE})) as bounds (at)
  where tenant.position = 1 and tenant.user_id in (${blockedTenants}) and bounds.at is not null`;

/**
 * Whether the payments of a user, whose id is an expression, are accepted, and from when on where they are not; null where no end is
 * known. So a phone without a connection knows that a block has ended. Of whoever may be blocked, the facts stand in place of the
 * moment, until `decideAcceptance`.
 */
export const acceptanceColumns = (userId: Part) => sqlTag`
  true as accepts_payments, ${factsIfBlocked(userId)} as accepts_payments_from`;

/** How a row begins its facts. No text that somebody wrote has quotation marks without backslashes. */
const UNDECIDED = '"accepts_payments_from":{';

/** Lets the contract decide in a list of rows that may be blocked. Without any it stays as the database built it. */
export function decideAcceptance(json: string): string {
  if (!json.includes(UNDECIDED)) return json;
  const decided: unknown = JSON.parse(json, (_, value: unknown) =>
    isUndecided(value) ? decide(value) : value,
  );
  return JSON.stringify(decided);
}

interface Undecided {
  accepts_payments_from: PolicyFacts;
}

function isUndecided(value: unknown): value is Undecided {
  if (typeof value !== 'object' || value === null || !('accepts_payments_from' in value)) return false;
  const { accepts_payments_from: from } = value;
  return typeof from === 'object' && from !== null;
}

function decide(row: Undecided): object {
  const facts = row.accepts_payments_from;
  const from = isBlocked(facts) ? acceptedFrom(facts.leases, new Date(facts.now)) : undefined;
  return { ...row, accepts_payments: !isBlocked(facts), accepts_payments_from: from?.toISOString() ?? null };
}

/** @throws {ApiError} 409 `payments_not_accepted` */
export function refuseBlocked(policy: PaymentPolicy): void {
  if (policy === 'nothing') throw new ApiError(409, NOT_ACCEPTED, { code: 'payments_not_accepted' });
}
