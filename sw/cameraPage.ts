import { SCAN_PATH, withCamera } from '../contract/http/cameraPage.ts';

/** The address of the page that may use a camera, with any query. */
export const CAMERA_PAGE = new RegExp(`^${SCAN_PATH}(\\?|$)`);

/** The app's page as the server sends it at that address: the stored one came with the policy of all others. */
export function asCameraPage(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('permissions-policy', withCamera(headers.get('permissions-policy') ?? ''));
  return new Response(page.body, { status: page.status, statusText: page.statusText, headers });
}
