import { expect, test } from 'vitest';
import { asCameraPage, CAMERA_PAGE } from '../../sw/cameraPage.ts';

test('without a connection the page that reads stickers may use the camera, and is the stored one otherwise', async () => {
  const stored = new Response('<!doctype html>', {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'",
      'permissions-policy': 'bluetooth=(), camera=(), microphone=(), payment=(self)',
    },
  });
  const page = asCameraPage(stored);
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    'permissions-policy': 'bluetooth=(), camera=(self), microphone=(), payment=(self)',
  });
  expect(await page.text()).toBe('<!doctype html>');
});

test('no other page is answered so', () => {
  for (const url of ['/admin/utilities/scan', '/admin/utilities/scan?loaded=1'])
    expect(CAMERA_PAGE.test(url)).toBe(true);
  for (const url of [
    '/admin/utilities',
    '/admin/utilities/scanner',
    '/admin/utilities/scan/',
    '/x/admin/utilities/scan',
    '/?to=/admin/utilities/scan',
  ]) {
    expect([url, CAMERA_PAGE.test(url)]).toEqual([url, false]);
  }
});
