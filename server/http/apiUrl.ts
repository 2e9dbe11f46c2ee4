import { API_PREFIX } from '../../contract/route.ts';

/** Whether a URL belongs to the API, and not to the app's pages. */
export function isApiUrl(url: string): boolean {
  return url === API_PREFIX || url.startsWith(`${API_PREFIX}/`) || url.startsWith(`${API_PREFIX}?`);
}
