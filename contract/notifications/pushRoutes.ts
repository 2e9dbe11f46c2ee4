import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';
import { MessageAnswer } from '../values/text.ts';

/** The most characters of an endpoint; those of browsers have about 200. */
const MAX_ENDPOINT = 2000;

/** Base64url of this many bytes. */
function bytes(count: number, message: string) {
  const length = Math.ceil((count * 4) / 3);
  return z.string(message).check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), message));
}

/** The subscription of a browser, as its `PushSubscription.toJSON()` gives it. */
const PushSubscriptionInput = lazySchema(() =>
  z.object({
    /** Where the push service takes messages for this browser. Whoever knows it can send there, so it is a secret. */
    endpoint: z
      .string('Please give the endpoint of the subscription.')
      .check(
        z.maxLength(MAX_ENDPOINT, `An endpoint has at most ${MAX_ENDPOINT} characters.`),
        z.regex(/^[\x21-\x7e]*$/, 'An endpoint has no spaces and no letters but those of URLs.'),
      ),
    keys: z.object(
      {
        /** The browser's public key, an uncompressed point of the curve P-256. */
        p256dh: bytes(65, 'The key p256dh must be 65 bytes as base64url.'),
        auth: bytes(16, 'The key auth must be 16 bytes as base64url.'),
      },
      'Please give the keys of the subscription.',
    ),
  }),
);

/** The calls by which a device lets itself be notified by Web Push. */
export const pushRoutes = {
  readPushKey: {
    method: 'GET',
    path: '/push/key',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'The public key that a browser subscribes with; null where the server sends no notifications to devices.',
    answer: lazySchema(() => z.object({ key: z.nullable(z.string()) })),
  },
  subscribePush: {
    method: 'PUT',
    path: '/push/subscription',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Sends notifications to this browser from now on, until its session ends. Made again, it renews the subscription of the session.',
    body: PushSubscriptionInput,
    answer: MessageAnswer,
    refuses: [
      '400 for an endpoint that is not a public address of HTTPS',
      '409 `push_unavailable` where the server sends no notifications to devices',
      '409 `session_not_kept` for a session without "Keep me signed in"',
    ],
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/push/subscription',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Sends no more notifications to the browser of this session. Made again, it changes nothing.',
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Route>;
