import { expect, test } from 'vitest';
import { fixedSecret } from '../../../server/auth/signingSecrets.ts';
import { photoUrls } from '../../../server/photos/signedUrls.ts';

const urls = photoUrls(fixedSecret('a secret of the server, kept long'));
const path = '/api/photos/0f8fad5b-d9cb-469f-a165-70867728950e';

function asked(url: string) {
  const [pathname = '', search] = url.split('?');
  return [pathname, Object.fromEntries(new URLSearchParams(search))] as const;
}

test('a photo keeps its address for half a day, so that a list of photos can be answered with 304', () => {
  const first = urls.sign(path, new Date('2026-03-01T00:00:00Z'));
  expect(urls.sign(path, new Date('2026-03-01T11:59:59.999Z'))).toBe(first);
  expect(urls.sign(path, new Date('2026-03-01T12:00:00Z'))).not.toBe(first);
});

test('an address of a photo is valid for a day after it was last given out, and not for ever', async () => {
  const url = asked(urls.sign(path, new Date('2026-03-01T11:59:59Z')));
  expect(await urls.verify(...url, new Date('2026-03-01T11:59:59Z'))).toBe(true);
  expect(await urls.verify(...url, new Date('2026-03-02T11:59:59Z'))).toBe(true);
  expect(await urls.verify(...url, new Date('2026-03-02T12:00:00Z'))).toBe(false);
});

test('an address of one photo is not valid for another, nor for its thumbnail', async () => {
  const now = new Date('2026-03-01T08:00:00Z');
  const [, query] = asked(urls.sign(path, now));
  expect(await urls.verify(path, query, now)).toBe(true);
  expect(await urls.verify(`${path}/thumbnail`, query, now)).toBe(false);
  expect(await urls.verify(path.replace('0f8f', '0f8e'), query, now)).toBe(false);
});

test('the address of a photo cannot be extended or forged without the secret', async () => {
  const now = new Date('2026-03-01T08:00:00Z');
  const [, query] = asked(urls.sign(path, now));
  expect(await urls.verify(path, { ...query, expires: String(Number(query.expires) + 1) }, now)).toBe(false);
  const [, forged] = asked(photoUrls(fixedSecret('another secret, just as long')).sign(path, now));
  expect(await urls.verify(path, forged, now)).toBe(false);
});

test('malformed addresses of photos are refused', async () => {
  const now = new Date('2026-03-01T08:00:00Z');
  const [, { expires = '', signature = '' }] = asked(urls.sign(path, now));
  const malformed: unknown[] = [
    undefined,
    null,
    'expires',
    {},
    { expires },
    { signature },
    { expires: [expires, expires], signature },
    { expires, signature: [signature] },
    { expires, signature: '' },
    { expires, signature: signature.slice(1) },
    { expires, signature: `${signature}=` },
    { expires, signature: 'ü'.repeat(signature.length) },
    { expires: `${expires}.0`, signature },
    { expires: `+${expires}`, signature },
    { expires: 'NaN', signature },
    { expires: '-1', signature },
  ];
  for (const query of malformed) expect(await urls.verify(path, query, now)).toBe(false);
});

test('a short signing secret is refused', () => {
  expect(() => photoUrls(fixedSecret('short'))).toThrow('at least 16 characters');
});
