/** The screen that reads stickers at meters by the camera: the only page that may use one. */
export const SCAN_PATH = '/admin/utilities/scan';

/** The permissions policy of that page, from the one of all others. */
export function withCamera(policy: string): string {
  return policy.replace('camera=()', 'camera=(self)');
}
