/** Passes what became stale on to the other tabs of this browser, one of which alone is connected. */
const CHANNEL = 'porchlight-stale';

interface StaleMessage {
  userId: number;
  reads: string[];
}

/** Calls the listener with what another tab was told; `tell` tells the others. Neither, where the browser refuses channels. */
export function openStaleChannel(
  userId: number,
  listener: (reads: string[]) => void,
): { tell: (reads: string[]) => void; close: () => void } {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<StaleMessage>) => {
    if (data.userId === userId) listener(data.reads);
  };
  return {
    tell: (reads) => channel.postMessage({ userId, reads } satisfies StaleMessage),
    close: () => channel.close(),
  };
}
