import { useRef, useState } from 'react';
import type { Answer, Input, UntypedInput } from '../../contract/http/route.ts';
import type { RouteName, Routes } from '../../contract/routes.ts';
import { ApiError, isUnreached, Unreachable } from '../api/call.ts';
import { useRefreshAfterChange } from '../offline/hooks/useCachedQuery.ts';
import { useConfirm, type Question } from '../ui/feedback/Confirm.tsx';
import type { Notice } from '../ui/feedback/Notices.tsx';
import { useBusyMutation } from '../ui/forms/useBusyMutation.ts';
import { useOnlineStep } from './useOnlineStep.ts';

interface OnlineChange<N extends RouteName> {
  route: N;
  input: Input<Routes[N]>;
  /** Asked first. */
  question?: Question;
  /** What is said of the success, and of a failure for which the server or the connection is the reason. */
  done?: string | ((answer: Answer<Routes[N]>) => string);
  failed: (reason: string) => string;
  onDone?: (answer: Answer<Routes[N]>) => void;
}

interface SeveralChanges<N extends RouteName> extends Pick<OnlineChange<N>, 'route' | 'question'> {
  inputs: readonly Input<Routes[N]>[];
  /** What is said once all are made, and where some are not. */
  done: string;
  failed: (made: number, reason: string) => string;
  /** Told how many were made, from the first on. */
  onDone?: (made: number) => void;
}

/**
 * Changes without a form that need a connection, each made while the person waits; a notice tells what became of the
 * last one, once the reads that it made stale are refreshed.
 */
export function useOnlineChange() {
  const confirm = useConfirm();
  const refreshAfterChange = useRefreshAfterChange();
  const [notice, setNotice] = useState<Notice>();
  /** How many changes there were: what became of an earlier one is not told over the latest. */
  const count = useRef(0);
  const send = useOnlineStep();
  const { mutateAsync, isPending } = useBusyMutation({
    mutationFn: ({ route, input }: { route: RouteName; input: UntypedInput }) =>
      send(route, input as Input<Routes[RouteName]>),
  });

  async function change<N extends RouteName>(made: OnlineChange<N>): Promise<void> {
    const { route, input, question, done, failed, onDone } = made;
    if (question && !(await confirm(question))) return;
    const own = (count.current += 1);
    setNotice(undefined);
    let outcome: Notice | undefined;
    try {
      const answer = (await mutateAsync({ route, input })) as Answer<Routes[N]>;
      const message = typeof done === 'function' ? done(answer) : done;
      if (message) outcome = { type: 'success', message };
      onDone?.(answer);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      outcome = { type: 'error', message: failed(error.message), unreached: isUnreached(error) };
    }
    // Also after a refusal, which mostly means that another manager was first.
    await refreshAfterChange();
    if (count.current === own) setNotice(outcome);
  }

  /** Makes several one after the other, and stops at the first that fails: those before it are made. */
  async function changeSeveral<N extends RouteName>(several: SeveralChanges<N>): Promise<void> {
    const { route, inputs, question, done, failed, onDone } = several;
    if (question && !(await confirm(question))) return;
    const own = (count.current += 1);
    setNotice(undefined);
    let made = 0;
    let outcome: Notice = { type: 'success', message: done };
    try {
      for (const input of inputs) {
        await mutateAsync({ route, input });
        made += 1;
      }
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      outcome = { type: 'error', message: failed(made, error.message), unreached: isUnreached(error) };
    }
    onDone?.(made);
    await refreshAfterChange();
    if (count.current === own) setNotice(outcome);
  }

  /** Tells of a change that a form has made. */
  async function succeeded(message: string): Promise<void> {
    count.current += 1;
    await refreshAfterChange();
    setNotice({ type: 'success', message });
  }

  return {
    busy: isPending,
    notice,
    forgetNotice: () => setNotice(undefined),
    change,
    changeSeveral,
    succeeded,
  };
}
