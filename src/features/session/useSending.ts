import { useState } from 'react';
import type { FieldMessages } from '../../../contract/http/failure.ts';
import { ApiError, Unreachable } from '../../api/call.ts';

/** Sends a form of somebody who is not signed in, and says above it what went wrong. */
export function useSending(unreachable: string) {
  const [problem, setProblem] = useState<string>();

  /** Returns the server's messages for fields, if it refused. */
  async function sending(send: () => Promise<void>): Promise<FieldMessages> {
    setProblem(undefined);
    try {
      await send();
      return {};
    } catch (error) {
      if (error instanceof Unreachable) {
        setProblem(`${unreachable} What you typed stays here.`);
        return {};
      }
      if (!(error instanceof ApiError)) throw error;
      const { fields } = error.failure;
      if (!fields) setProblem(error.message);
      return fields ?? {};
    }
  }
  return { problem, sending };
}
