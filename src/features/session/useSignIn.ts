import { useState } from 'react';
import type { FieldMessages } from '../../../contract/failure.ts';
import { ApiError, Unreachable } from '../../call.ts';
import { useToast } from '../../ui/feedback/Toasts.tsx';

interface SignInMessages {
  /** Of success, as a toast. */
  done: string;
  unreachable: string;
  /** Where nothing is known of the failure: above the form, and as a toast. */
  failed: string;
  failedToast: string;
}

/**
 * Signs someone in and tells the outcome above the form and by a toast. `useOnlineForm` needs someone who is signed
 * in: their drafts, their token.
 */
export function useSignIn({ done, unreachable, failed, failedToast }: SignInMessages) {
  const toast = useToast();
  const [problem, setProblem] = useState<string>();

  /** Answers what the server says of single fields, if it refused. */
  async function attempt(signIn: () => Promise<unknown>): Promise<FieldMessages> {
    setProblem(undefined);
    try {
      await signIn();
      toast.dismiss('error');
      toast.success(done);
      return {};
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      const reason = error instanceof Unreachable ? unreachable : refusal?.message;
      setProblem(reason || failed);
      toast.error(reason || failedToast);
      return refusal?.failure.fields ?? {};
    }
  }

  return { problem, setProblem, attempt };
}
