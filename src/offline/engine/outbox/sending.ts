/** Broadcasts the id of the item that is being sent to every tab; it is not stored. */
const CHANNEL = 'porchlight-sending';

type Listener = () => void;

let channel: BroadcastChannel | undefined;
let sending: string | undefined;
const listeners = new Set<Listener>();

/** None where the browser refuses channels. */
function getChannel(): BroadcastChannel | undefined {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<string | null>) => setSending(event.data ?? undefined);
  }
  return channel;
}

function setSending(id: string | undefined): void {
  if (id === sending) return;
  sending = id;
  for (const listener of listeners) listener();
}

export function broadcastSending(id: string): void {
  // A channel does not receive its own messages.
  getChannel()?.postMessage(id);
  setSending(id);
}

export function broadcastIdle(): void {
  getChannel()?.postMessage(null);
  setSending(undefined);
}

/** The item that is being sent, by any tab. */
export function currentlySending(): string | undefined {
  return sending;
}

/** Calls the listener at every change of the item that is being sent, until the returned function is called. */
export function onSendingChange(listener: Listener): () => void {
  getChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
