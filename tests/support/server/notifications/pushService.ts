import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PostMessage } from '../../../../server/push/postMessage.ts';

/** A message that a browser was given, decrypted with its keys. */
interface Received {
  payload: {
    web_push: number;
    notification: { title: string; body: string; navigate: string; tag: string; app_badge: string };
    app_badge: number;
  };
  /** The length of the decrypted JSON in bytes. */
  bytes: number;
  headers: http.IncomingHttpHeaders;
  /** The claims of the server's signature. */
  claims: { aud: string; exp: number; sub: string };
}

/** A browser as a push service knows it. */
export interface PushedBrowser {
  /** What the browser gives the app. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: Received[];
  /** What the service answers messages to this browser with: 201 by default. */
  answer: { status: number; headers?: Record<string, string> };
}

const ORIGIN = 'https://push.example.com';

/**
 * A push service on loopback, for the server's seam: it accepts a message only with a valid signature of RFC 8292 by the key
 * that the browser subscribed with, and decrypts it by RFC 8291.
 */
export async function pushService(serverKey: () => Promise<string>) {
  const browsers = new Map<string, PushedBrowser & { secret: string }>();
  /** Why messages were refused by the service itself, which no test expects. */
  const faults: string[] = [];

  const service = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      take(request, Buffer.concat(parts)).then(
        ({ status, headers }) => response.writeHead(status, headers).end(),
        (error: unknown) => {
          faults.push(String(error));
          response.writeHead(403).end();
        },
      );
    });
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const { port } = service.address() as AddressInfo;

  async function take(
    { url = '', headers }: http.IncomingMessage,
    body: Buffer,
  ): Promise<PushedBrowser['answer']> {
    const browser = browsers.get(url);
    if (!browser) return { status: 404 };
    if (browser.answer.status >= 300) return browser.answer;
    const claims = verifyVapid(headers.authorization ?? '', await serverKey());
    const text = decrypt(body, browser.subscription.keys, browser.secret);
    browser.received.push({
      payload: JSON.parse(text) as Received['payload'],
      bytes: Buffer.byteLength(text),
      headers,
      claims,
    });
    return browser.answer;
  }

  /** Posts to this service instead of the host of an endpoint. */
  const post: PostMessage = ({ endpoint, headers, body }) =>
    new Promise((resolve, reject) => {
      const { pathname } = new URL(endpoint);
      const request = http.request(
        { host: '127.0.0.1', port, path: pathname, method: 'POST', headers },
        (response) => {
          response.resume();
          const wait = response.headers['retry-after'];
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, retryAfter: wait ? Number(wait) : undefined }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });

  return {
    post,
    /** Its own origin, on loopback. */
    address: `http://127.0.0.1:${port}`,
    faults,
    newBrowser(): PushedBrowser {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const path = `/send/${randomUUID()}`;
      const browser = {
        subscription: {
          endpoint: ORIGIN + path,
          keys: { p256dh, auth: randomBytes(16).toString('base64url') },
        },
        secret: curve.getPrivateKey('base64url'),
        received: [],
        answer: { status: 201 },
      };
      browsers.set(path, browser);
      return browser;
    },
    close: () => new Promise((closed) => service.close(closed)),
  };
}

/** @throws {Error} unless the header is signed by the key, for this service, for at most a day */
function verifyVapid(header: string, expectedKey: string): Received['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== expectedKey) throw new Error(`signed by another key: ${header}`);
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('the signature is wrong');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'];
  const now = Date.now() / 1000;
  if (said.aud !== ORIGIN) throw new Error(`signed for ${said.aud}`);
  if (said.exp <= now || said.exp > now + 24 * 60 * 60) throw new Error(`expires at ${said.exp}`);
  if (!/^(https:|mailto:)/.test(said.sub)) throw new Error(`of ${said.sub}`);
  return said;
}

/** Decrypts one record of `aes128gcm` with the browser's keys, as RFC 8291, 3.4 and RFC 8188, 2 say. */
function decrypt(body: Buffer, { p256dh, auth }: { p256dh: string; auth: string }, secret: string): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret, 'base64url');
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), serverKey]);
  const input = derive(curve.computeSecret(serverKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with the byte 2, which padding of zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
