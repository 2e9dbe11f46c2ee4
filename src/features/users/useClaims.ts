import { useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import type { Unit } from '../../../contract/unit.ts';
import type { ListedUser } from '../../../contract/user.ts';
import { call, ApiError, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/engine/device.ts';
import type { Notice } from '../../ui/feedback/Notices.tsx';
import { fullNameOf, placeOf } from './homes.ts';

/** What a manager decides about the units that people say they live in; made while the person waits. */
export function useClaims(refresh: () => Promise<void>) {
  const { withToken } = useDevice();
  const [notice, setNotice] = useState<Notice>();

  function confirm(user: ListedUser, unit: Unit): Promise<void> {
    return settle(user, { unit: unit.id }, `${fullNameOf(user)} lives in ${placeOf(unit)}.`);
  }

  function decline(user: ListedUser): Promise<void> {
    return settle(user, { unit_claim: null }, `The unit that ${fullNameOf(user)} named was declined.`);
  }

  async function settle(
    { id }: ListedUser,
    body: { unit: number } | { unit_claim: null },
    done: string,
  ): Promise<void> {
    setNotice(undefined);
    let outcome: Notice = { type: 'success', message: done };
    try {
      await withToken((token) => call(routes.updateUser, { params: { id: String(id) }, body }, { token }));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      outcome = { type: 'error', message: 'Failed to update user. Please try again.' };
    }
    // Also after a refusal, which mostly means that another manager was first.
    await refresh();
    setNotice(outcome);
  }

  return { notice, setNotice, confirm, decline };
}
