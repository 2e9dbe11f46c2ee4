import { createParser } from 'eventsource-parser';
import { LONGEST_AWAY, STALE_EVENT, StaleReads } from '../../../../contract/changes/changes.ts';
import { ApiError, Unreachable } from '../../../api/call.ts';
import { onConnectionChange, currentConnection } from '../../../api/connection.ts';
import { withLock } from '../locks.ts';

// All in milliseconds.

/** A stream that is silent for so long is dead: the server writes every 25 seconds. */
const LONGEST_SILENCE = 60_000;
/** Before the stream is opened again; doubled after each failure up to the longest. Each device waits a part of it. */
const SHORTEST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

export interface FollowOptions {
  userId: number;
  /** Opens the stream; the server first tells what changed within the last `away` seconds. */
  open: (away: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  /** Called with the routes whose answers became stale. */
  onStale: (reads: string[]) => void;
  signal: AbortSignal;
  /** From when on it is not known what changed, on the clock of `performance.now()`; now by default. */
  since?: number;
}

/**
 * Follows what the server tells of changes until the signal is aborted: of all tabs of a browser, the one that has the
 * lock is connected, and tells the others by `openStaleChannel`. The stream is opened again whenever it ends.
 */
export async function followChanges({
  userId,
  open,
  onStale,
  signal,
  since = performance.now(),
}: FollowOptions): Promise<void> {
  async function follow(): Promise<void> {
    let unknownSince = since;
    let failures = 0;
    const onBytes = () => {
      unknownSince = performance.now();
      failures = 0;
    };
    while (!signal.aborted) {
      let wait = 0;
      try {
        const away = Math.ceil((performance.now() - unknownSince) / 1000);
        const body = await open(Math.min(Math.max(away, 1), LONGEST_AWAY), signal);
        await readEvents(body, { onStale, onBytes });
      } catch (error) {
        if (error instanceof ApiError) wait = (error.retryAfter ?? 0) * 1000;
        else if (!(error instanceof Unreachable)) throw error;
      }
      wait = Math.max(wait, Math.min(SHORTEST_PAUSE * 2 ** failures, LONGEST_PAUSE));
      failures += 1;
      await pause(wait * (0.5 + Math.random() / 2), signal);
    }
  }
  try {
    await withLock(`porchlight-changes-${userId}`, { signal }, follow);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Reads until the stream ends, is cut or falls silent. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onStale, onBytes }: { onStale: (reads: string[]) => void; onBytes: () => void },
): Promise<void> {
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === STALE_EVENT) onStale(StaleReads.parse(JSON.parse(data)));
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const silent = () => void reader.cancel().catch(() => undefined);
  let timer = setTimeout(silent, LONGEST_SILENCE);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new Unreachable(error);
      });
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(silent, LONGEST_SILENCE);
      onBytes();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Ends early when the signal is aborted, or when the server answers again. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      stopListening();
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
    const stopListening = onConnectionChange(() => currentConnection() === 'online' && wake());
  });
}

/** Passes what became stale on to the other tabs of this browser, one of which alone is connected. */
const CHANNEL = 'porchlight-stale';

interface StaleMessage {
  userId: number;
  reads: string[];
}

/** Calls the listener with what another tab was told; `notify` tells the others. Neither, where the browser refuses channels. */
export function openStaleChannel(
  userId: number,
  listener: (reads: string[]) => void,
): { notify: (reads: string[]) => void; close: () => void } {
  if (!('BroadcastChannel' in globalThis)) return { notify: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<StaleMessage>) => {
    if (data.userId === userId) listener(data.reads);
  };
  return {
    notify: (reads) => channel.postMessage({ userId, reads } satisfies StaleMessage),
    close: () => channel.close(),
  };
}
