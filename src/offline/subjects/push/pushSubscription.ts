import type { Input } from '../../../../contract/http/route.ts';
import { pushRoutes } from '../../../../contract/notifications/pushRoutes.ts';
import { call } from '../../../api/call.ts';
import type { Device } from '../../engine/device.ts';

// Used by the app and by the service worker, when the browser changes the subscription.

type WithToken = Device['withToken'];

/** The public key of the server, that browsers subscribe with; null where it notifies no devices. */
export async function readPushKey(withToken: WithToken): Promise<string | null> {
  return (await withToken((token) => call(pushRoutes.readPushKey, {}, { token }))).key;
}

/**
 * Subscribes this browser, or renews its subscription, and has the server told. A subscription by an earlier key of the
 * server is replaced.
 * @throws {DOMException} where the browser or its push service refuses
 */
export async function subscribePush(
  manager: PushManager,
  key: string,
  subscribe: (body: Input<typeof pushRoutes.subscribePush>['body']) => Promise<unknown>,
): Promise<void> {
  let current = await manager.getSubscription();
  if (current && keyOf(current) !== key) {
    await current.unsubscribe();
    current = null;
  }
  current ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = current.toJSON();
  await subscribe({ endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
}

/** The key that a subscription was made with, as base64url. */
function keyOf({ options }: PushSubscription): string | undefined {
  if (!options.applicationServerKey) return undefined;
  return btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
