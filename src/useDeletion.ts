import { useState } from 'react';
import { routes } from '../contract/routes.ts';
import { call, ApiError, Unreachable } from './call.ts';
import { useDevice } from './offline/engine/device.ts';
import { useRefreshCachedReads } from './offline/engine/useCachedQuery.ts';
import type { CachedRouteName } from '../contract/routes.ts';
import { useConfirm } from './ui/feedback/Confirm.tsx';
import type { Notice } from './ui/feedback/Notices.tsx';

interface DeletionOptions {
  route: 'deleteUnit' | 'deleteProperty';
  /** What stands before the reason of a failure. */
  failed: string;
  /** The kept reads that hold what is deleted. */
  holding: readonly CachedRouteName[];
}

interface Deletion {
  id: number;
  question: string;
  done: string;
}

/** Deletes records for good: asks first, and tells in a notice what became of it. */
export function useDeletion({ route, failed, holding }: DeletionOptions) {
  const { withToken } = useDevice();
  const confirm = useConfirm();
  const refreshKept = useRefreshCachedReads();
  const [notice, setNotice] = useState<Notice>();

  async function remove({ id, question, done }: Deletion): Promise<void> {
    if (!(await confirm({ text: question, confirmLabel: 'Delete', danger: true }))) return;
    setNotice(undefined);
    let outcome: Notice = { type: 'success', message: done };
    try {
      await withToken((token) => call(routes[route], { params: { id: String(id) } }, { token }));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      outcome = { type: 'error', message: `${failed}: ${error.message}` };
    }
    // Also after a refusal, which mostly means that another manager was first.
    await refreshKept(...holding, 'listAudit');
    setNotice(outcome);
  }

  return { notice, forget: () => setNotice(undefined), remove };
}
