import { vi, onTestFinished } from 'vitest';
import { toStoredPhoto } from '../../../../src/offline/engine/outbox/outbox.ts';
import type { StoredPhoto } from '../../../../src/offline/engine/storedRecords.ts';
import { noise } from '../../server/photos/pictures.ts';
import { net, phone } from '../world.ts';

/** A photo of some 330 KB for each 1000 × 750 pixels, so that it has several parts. */
export async function largePhoto(width = 600, name = 'sink.jpg'): Promise<StoredPhoto> {
  const bytes = await noise(width, Math.round((width * 3) / 4));
  return toStoredPhoto(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
}

export const lines = () => net.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
export const isPart = (line: string) => line.endsWith('/parts');

export const digestsOnServer = async () =>
  (await phone.onServer()).map(({ photos }) => photos.map(({ sha256 }) => sha256));

/** What headers and answers add to a request on the line, in bytes. */
const OVERHEAD = 700;

interface Line {
  /** In bytes. */
  perSecond: number;
  /** It dies each time after so many bytes, in the middle of whatever is sent. */
  diesAfter?: number;
  /** The time until an answer, in milliseconds. */
  latency?: number;
}

/** A line on which time passes as something is sent. Returns how many bytes were, and in how many seconds. */
export function slowLine({ perSecond, diesAfter = Infinity, latency = 0 }: Line) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  let sent = 0;
  let seconds = 0;
  let left = diesAfter;
  net.before = ({ body }) => {
    const size = body.length + OVERHEAD;
    const carried = Math.min(size, left);
    sent += carried;
    left -= carried;
    const took = carried / perSecond + latency / 1000;
    seconds += took;
    vi.advanceTimersByTime(took * 1000);
    if (left > 0) return;
    left = diesAfter;
    throw new TypeError('fetch failed');
  };
  return { sent: () => sent, seconds: () => seconds };
}
