import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import type { DeviceTables, OutboxItem, QueuedChange, Revision } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';

/** The data stored with a charge or a credit, to show it. */
export interface ShownGiven {
  /** Whose account it is: first and last name. */
  name: string;
  unit_number: string | null;
  property_name: string | null;
  /** Of a credit against one charge: the charge in words. */
  against?: string | undefined;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    createCharge: {
      input: { params?: undefined; body: Input<Routes['createCharge']>['body'] };
      shown: ShownGiven;
    };
    createCredit: {
      input: { params?: undefined; body: Input<Routes['createCredit']>['body'] };
      shown: ShownGiven;
    };
  }
}

type GivenRoute = 'createCharge' | 'createCredit';

/** A charge or a credit by hand that this device has not sent. */
export type GivenItem = OutboxItem<GivenRoute>;
export type GivenChange = QueuedChange<GivenRoute>;
export type GivenRevision = Revision<GivenRoute>;
export type ChargeItem = OutboxItem<'createCharge'>;
export type CreditItem = OutboxItem<'createCredit'>;

export function isGiven(item: OutboxItem): item is GivenItem {
  return item.route === 'createCharge' || item.route === 'createCredit';
}

/** The same day as the device took from a wrong clock, set right. */
function setDay<Body extends { effective_on?: string | null | undefined }>(
  body: Body,
  { wrong, right }: { wrong: string; right: string },
): Body {
  return body.effective_on === wrong ? { ...body, effective_on: right } : body;
}

/** The balances are read again: what the server added up since may already contain the entry. */
function addEntry(db: DeviceTables, { userId }: GivenItem, entry: Transaction): Promise<unknown> {
  return updateCached(
    db,
    userId,
    'listUserTransactions',
    (entries) => (entries.some(({ id }) => id === entry.id) ? entries : [entry, ...entries]),
    { params: { id: String(entry.user_id) } },
  );
}

export const givenEntryPolicies: Pick<Policies, GivenRoute> = {
  createCharge: {
    setRight: ({ body, ...input }, days) => ({ ...input, body: setDay(body, days) }),
    applyResponse: addEntry,
    irrevocable:
      'This charge may have reached Porchlight already. It can be changed once its answer is known.',
  },
  createCredit: {
    setRight: ({ body, ...input }, days) => ({ ...input, body: setDay(body, days) }),
    applyResponse: addEntry,
    irrevocable:
      'This credit may have reached Porchlight already. It can be changed once its answer is known.',
  },
};
