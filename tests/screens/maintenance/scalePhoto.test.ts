import { afterEach, expect, test, vi } from 'vitest';
import '../../support/screens/webParts.ts';
import { photo } from '../../support/server/server.ts';

interface Encoding {
  type: string;
  quality?: number;
}

/** A browser whose canvas makes these types, and of a picture so many bytes; it decodes any file to a picture of this size. */
function browser({
  makes,
  bytes,
  width,
  height,
}: {
  makes: string[];
  bytes: number;
  width: number;
  height: number;
}) {
  const made: (Encoding & { width: number; height: number })[] = [];
  const decode = vi.fn((..._: unknown[]) => Promise.resolve({ width, height, close: () => undefined }));
  vi.stubGlobal('createImageBitmap', decode);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      private drawn = false;
      getContext() {
        this.drawn = true;
        return { drawImage: () => undefined };
      }
      convertToBlob(asked: Encoding) {
        // As in a browser.
        if (!this.drawn) return Promise.reject(new DOMException('It has no context.', 'InvalidStateError'));
        const type = makes.includes(asked.type) ? asked.type : 'image/png';
        made.push({ ...asked, width: this.width, height: this.height });
        return Promise.resolve(new Blob([new Uint8Array(bytes)], { type }));
      }
    },
  );
  return { made, decode };
}

async function file(size: number): Promise<File> {
  const whole = new Uint8Array(await photo());
  // What stands behind a photo's end is not looked at.
  return new File([whole, new Uint8Array(Math.max(0, size - whole.length))], 'sink.jpeg', {
    type: 'image/jpeg',
  });
}

/** A new module each time, which asks the browser again what it makes. */
async function scale(given: File) {
  vi.resetModules();
  const { scalePhoto } = await import('../../../src/subjects/photos/scalePhoto.ts');
  return scalePhoto(given);
}

afterEach(() => void vi.unstubAllGlobals());

const LARGE = { width: 8000, height: 6000, bytes: 400_000 };

test('a large photo is sent upright, at most 2560 pixels long, as WebP where the browser makes it', async () => {
  const { made, decode } = browser({ ...LARGE, makes: ['image/webp', 'image/jpeg'] });
  const scaled = await scale(await file(6_000_000));
  expect([scaled.name, scaled.type, scaled.bytes.byteLength]).toEqual(['sink.webp', 'image/webp', 400_000]);
  expect(made.at(-1)).toMatchObject({ type: 'image/webp', width: 2560, height: 1920 });
  expect(decode.mock.calls[0]?.[1]).toEqual({ imageOrientation: 'from-image' });
});

test('a browser that makes no WebP sends JPEG, and encodes the picture once', async () => {
  const { made } = browser({ ...LARGE, makes: ['image/jpeg'] });
  const scaled = await scale(await file(6_000_000));
  expect([scaled.name, scaled.type]).toEqual(['sink.jpg', 'image/jpeg']);
  expect(made.filter(({ width }) => width > 1)).toHaveLength(1);
});

test('what is sent is never larger than the photo that was taken', async () => {
  browser({ width: 2560, height: 1920, bytes: 2_000_000, makes: ['image/webp', 'image/jpeg'] });
  const given = await file(1_600_000);
  const sent = await scale(given);
  expect([sent.name, sent.bytes.byteLength]).toEqual(['sink.jpeg', given.size]);
});
