import { useCallback } from 'react';
import type { Answer, Input, UntypedInput } from '../../contract/http/route.ts';
import type { RouteName, Routes } from '../../contract/routes.ts';
import { callUntyped, type CallOptions } from '../api/call.ts';
import { loadRoutes } from '../api/loadRoutes.ts';
import { useDevice } from '../offline/engine/device.ts';

/** Sends one change. @throws {ApiError} where the server refuses it @throws {Unreachable} where no answer came */
export type SendOnline = <N extends RouteName>(
  route: N,
  input: Input<Routes[N]>,
  options?: Omit<CallOptions, 'token'>,
) => Promise<Answer<Routes[N]>>;

/** A change that is a step of something longer, such as a checkout, which says itself what became of it. */
export function useOnlineStep(): SendOnline {
  const { withToken } = useDevice();
  return useCallback(
    async <N extends RouteName>(
      route: N,
      input: Input<Routes[N]>,
      options: Omit<CallOptions, 'token'> = {},
    ) => {
      const routes = await loadRoutes();
      return withToken(
        (token) =>
          callUntyped(routes[route], input as UntypedInput, { ...options, token }) as Promise<
            Answer<Routes[N]>
          >,
      );
    },
    [withToken],
  );
}
