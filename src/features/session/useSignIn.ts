import { useState } from 'react';
import type { FieldMessages } from '../../../contract/http/failure.ts';
import { ApiError, Unreachable } from '../../api/call.ts';
import { PartMissing } from '../../browser/loadPart.ts';
import { useToast } from '../../ui/feedback/Toasts.tsx';

interface SignInMessages {
  /** The toast after success. */
  done: string;
  unreachable: string;
  /** The message of an unknown error, above the form and as a toast. */
  failed: string;
  failedToast: string;
}

/**
 * Signs a user in and shows the result above the form and as a toast. `useOnlineForm` cannot be used, since it needs
 * a signed-in user for drafts and token.
 */
export function useSignIn({ done, unreachable, failed, failedToast }: SignInMessages) {
  const toast = useToast();
  const [problem, setProblem] = useState<string>();

  /** Returns the server's messages for fields, if it refused. */
  async function attempt(signIn: () => Promise<unknown>): Promise<FieldMessages> {
    setProblem(undefined);
    try {
      await signIn();
      toast.dismiss('error');
      toast.success(done);
      return {};
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      const reason =
        error instanceof Unreachable ? (goneOf(error)?.message ?? unreachable) : refusal?.message;
      const fields = refusal?.failure.fields ?? {};
      // What the second factor lacks is said at its field alone.
      if (fields.code) return fields;
      setProblem(reason || failed);
      toast.error(reason || failedToast);
      return fields;
    }
  }

  return { problem, setProblem, attempt };
}

/** Where the server has another version of the app by now, no connection helps. */
function goneOf({ cause }: Unreachable): PartMissing | undefined {
  return cause instanceof PartMissing && cause.gone ? cause : undefined;
}
