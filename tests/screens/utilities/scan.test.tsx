import { act, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { decodeImage } from '../../../src/features/utilities/scan/decodeImage.ts';
import { pathOfCode, stickerLink } from '../../../src/features/utilities/stickers/stickerLinks.ts';
import QrCode from '../../../src/ui/data/QrCode.tsx';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { addMeter, resetMeters } from '../../support/server/meters/meters.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => resetMeters());
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'srcObject');
});

const open = () => openApp(server, { at: '/admin/utilities/scan', as: 'manager' });

/** The addresses of links that load a page again, which this browser does not do. */
function loadedPages(): string[] {
  const loaded: string[] = [];
  const listener = (event: Event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    loaded.push(link.getAttribute('href') ?? '');
  };
  document.addEventListener('click', listener);
  onTestFinished(() => document.removeEventListener('click', listener));
  return loaded;
}

/** A camera that shows the sticker with this text, or none; and how often it was switched off. */
function camera(text: () => string | undefined): { stopped: () => number } {
  let stopped = 0;
  const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] };
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.resolve(stream) },
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, writable: true });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(['qr_code']);
      detect = () => Promise.resolve([text()].flatMap((rawValue) => (rawValue ? [{ rawValue }] : [])));
    },
  );
  return { stopped: () => stopped };
}

/** A printed sticker on a door, as a camera sees it: turned, grey and not quite sharp. */
async function photographed(text: string, angle: number) {
  const svg = renderToStaticMarkup(<QrCode text={text} label="Code" />).replace(
    '<svg ',
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" ',
  );
  const code = await sharp(Buffer.from(svg)).rotate(angle, { background: '#b9b2a4' }).png().toBuffer();
  const { data, info } = await sharp({
    create: { width: 960, height: 720, channels: 4, background: '#b9b2a4' },
  })
    .composite([{ input: code, left: 210, top: 130 }])
    .blur(1.2)
    .linear(0.6, 20)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

test.each([0, 20, 180, 275])(
  'a sticker that is turned by %i degrees, in poor light, is read and leads to its meter',
  async (angle) => {
    const text = decodeImage(await photographed(stickerLink({ meter: 4711 }), angle));
    expect(text && pathOfCode(text)).toBe('/admin/utilities?meter=4711');
  },
);

test('a picture without a code is no error', async () => {
  const wall = await sharp({ create: { width: 640, height: 480, channels: 4, background: '#b9b2a4' } })
    .raw()
    .toBuffer();
  expect(decodeImage({ data: new Uint8ClampedArray(wall), width: 640, height: 480 })).toBeUndefined();
});

test('only codes of this community’s stickers lead anywhere', () => {
  const { origin } = window.location;
  expect(pathOfCode(`${origin}/admin/utilities?unit=2`)).toBe('/admin/utilities?unit=2');
  for (const other of [
    'https://evil.example/admin/utilities?meter=1',
    `${origin}/admin/settings?meter=1`,
    `${origin}/admin/utilities`,
    `${origin}/admin/utilities?meter=-1`,
    `${origin}/admin/utilities?meter=1.5`,
    'javascript:alert(1)',
    'W-1',
    '',
  ]) {
    expect([other, pathOfCode(other)]).toEqual([other, undefined]);
  }
});

test('the readings lead to the camera, whose page is loaded by itself', async () => {
  const loaded = loadedPages();
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await app.user.click(await screen.findByRole('link', { name: 'Scan a Sticker' }));
  expect(loaded).toEqual(['/admin/utilities/scan']);
  app.close();
});

test('a sticker before the camera opens the readings at its meter, and the camera is switched off', async () => {
  const loaded = loadedPages();
  let shown: string | undefined = 'https://example.com/menu';
  const { stopped } = camera(() => shown);
  const app = await open();
  expect(await screen.findByText(/^This code is not of a meter sticker/)).toBeInTheDocument();
  expect(loaded).toEqual([]);
  shown = `${window.location.origin}/admin/utilities?meter=7`;
  await waitFor(() => expect(loaded).toEqual(['/admin/utilities?meter=7']));
  expect(stopped()).toBe(0);
  app.go('/admin/dashboard');
  await waitFor(() => expect(stopped()).toBe(1));
  app.close();
});

test('the camera is off while the app is out of sight', async () => {
  const { stopped } = camera(() => undefined);
  const app = await open();
  await screen.findByLabelText('Picture of the camera');
  await screen.findByLabelText(/^Number of the meter or unit/);
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(stopped()).toBe(1));
  sight.mockRestore();
  app.close();
});

test('a camera that was refused says what to do, and the number on the sticker opens the readings too', async () => {
  const { id } = await addMeter(1);
  const loaded = loadedPages();
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  });
  const app = await open();
  expect(
    await screen.findByText(/^The camera may not be used here\..* Type the number on the sticker instead\.$/),
  ).toBeInTheDocument();
  const field = await screen.findByLabelText(/^Number of the meter or unit/);
  await waitFor(() => expect(field).toHaveFocus());
  await app.user.keyboard('W-9{Enter}');
  expect(await screen.findByText('No meter and no unit has this number.')).toBeInTheDocument();
  expect(field).toHaveValue('W-9');
  await app.user.clear(field);
  await app.user.type(field, ' w-1 {Enter}');
  await waitFor(() => expect(loaded).toEqual([`/admin/utilities?meter=${id}`]));
  app.close();
});

test('where a meter and units have the same number, the app asks which one it is', async () => {
  const { id } = await addMeter(2, { serial_number: '101' });
  const loaded = loadedPages();
  const app = await open();
  expect(await screen.findByText(/^This device has no camera\./)).toBeInTheDocument();
  await app.user.type(await screen.findByLabelText(/^Number of the meter or unit/), '101{Enter}');
  const choices = within((await screen.findByText(/^Several have this number/)).parentElement!);
  expect(choices.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Water 101, Unit 102, Maple Court', `/admin/utilities?meter=${id}`],
    ['Unit 101, Maple Court', '/admin/utilities?unit=1'],
    ['Unit 101, Harbor House', '/admin/utilities?unit=4'],
  ]);
  expect(loaded).toEqual([]);
  app.close();
});
