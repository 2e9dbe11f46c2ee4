import { useLayoutEffect, useMemo, useRef } from 'react';

/** Functions that stay the same and call the latest ones, so that rows are not drawn again since a screen was. */
export function useStable<Functions extends Record<string, (...given: never[]) => void>>(
  functions: Functions,
): Functions {
  const latest = useRef(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const names = Object.keys(functions).join(' ');
  return useMemo(
    () =>
      Object.fromEntries(
        names.split(' ').map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
      ) as Functions,
    [names],
  );
}
