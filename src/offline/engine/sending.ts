/** Broadcasts the id of the item that is being sent to every tab; it is not stored. */
const CHANNEL = 'porchlight-sending';

type Listener = (id: string | undefined) => void;

let channel: BroadcastChannel | undefined;
const listeners = new Set<Listener>();

/** None where the browser refuses channels. */
function getChannel(): BroadcastChannel | undefined {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<string | null>) => notify(event.data ?? undefined);
  }
  return channel;
}

function notify(id: string | undefined): void {
  for (const listener of listeners) listener(id);
}

export function broadcastSending(id: string): void {
  // A channel does not receive its own messages.
  getChannel()?.postMessage(id);
  notify(id);
}

export function broadcastIdle(): void {
  getChannel()?.postMessage(null);
  notify(undefined);
}

/** Calls the listener with the item that is being sent, until the returned function is called. */
export function onSending(listener: Listener): () => void {
  getChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
