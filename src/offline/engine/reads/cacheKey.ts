import type { UntypedInput } from '../../../../contract/http/route.ts';
import type { RouteName } from '../../../../contract/routes.ts';

/** The key of a cached answer: the route and its input. */
export function cacheKey(name: RouteName, { params, query }: UntypedInput): string {
  const parts = [...Object.entries(params ?? {}), ...Object.entries(query ?? {})]
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map(([part, value]: [string, unknown]) => `${part}=${String(value)}`)
    .sort();
  return [name, ...parts].join('&');
}

/** Whether a key belongs to this route, with any input. */
export function isCacheKeyOf(name: RouteName, key: string): boolean {
  return key === name || key.startsWith(`${name}&`);
}
