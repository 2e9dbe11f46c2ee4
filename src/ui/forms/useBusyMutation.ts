import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useOnRestored } from './useBusy.ts';

/** `useMutation` that is no longer pending once the page was restored. Also without a connection, which it asks for itself. */
export function useBusyMutation<Answer = unknown, Variables = void>(
  options: UseMutationOptions<Answer, Error, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const mutation = useMutation({ networkMode: 'always', ...options });
  useOnRestored(() => {
    if (mutation.isPending) mutation.reset();
  });
  return mutation;
}
