import { API_PREFIX } from '../../contract/http/route.ts';

/**
 * The path by which the router finds a route: without an origin and a query, and decoded, so that `/%61pi` is `/api`.
 * Undefined for a URL that cannot be decoded, which the router refuses.
 */
export function routedPath(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    // As the router: an encoded slash or `%` stays as it is.
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/** Whether a URL belongs to the API, and not to the app's pages; one that cannot be decoded is answered as the API's. */
export function isApiUrl(url: string): boolean {
  return isBelow(API_PREFIX, url);
}

/** Whether a URL's path is this one or below it. */
export function isBelow(prefix: string, url: string): boolean {
  const path = routedPath(url);
  return path === undefined || path === prefix || path.startsWith(`${prefix}/`);
}
