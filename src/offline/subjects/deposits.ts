import type { Input } from '../../../contract/http/route.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { OutboxItem } from '../engine/database.ts';
import type { Policies } from '../engine/policies.ts';
import { updateCached } from '../engine/reads/cachedReads.ts';
import { isNewLease, namesLease } from './leases/leases.ts';
import { depositPhotos } from './photos/depositPhotos.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    addDepositEntry: {
      input: Input<Routes['addDepositEntry']>;
      /** Who is billed for the lease, such as "Ada Hale", and the home, such as "Unit 2B, Linden House". */
      shown: { name: string; unit: string };
    };
  }
}

export type DepositItem = OutboxItem<'addDepositEntry'>;

export function isDepositEntry(item: OutboxItem): item is DepositItem {
  return item.route === 'addDepositEntry';
}

export const depositPolicies: Pick<Policies, 'addDepositEntry'> = {
  addDepositEntry: {
    names: {
      ...namesLease,
      showRevised(item, maker) {
        if (!isNewLease(maker)) return;
        const [billed] = maker.shown.tenants;
        item.shown = { name: billed?.name ?? item.shown.name, unit: unitLabel(maker.shown) };
      },
    },
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.day === wrong ? { ...body, day: right } : body,
    }),
    applyResponse: (db, { userId, input: { params } }, answer) =>
      updateCached(db, userId, 'readDeposit', () => answer, { params }),
    photos: depositPhotos,
    irrevocable:
      'This may have reached Porchlight already. It can be changed once its answer is known, and be taken back.',
  },
};
