/** Tells every tab what is being sent right now: a fact of the running replay, stored nowhere. */
const CHANNEL = 'porchlight-sending';

type Listener = (id: string | undefined) => void;

let channel: BroadcastChannel | undefined;
const listeners = new Set<Listener>();

function open(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<string | null>) => tell(event.data ?? undefined);
  }
  return channel;
}

function tell(id: string | undefined): void {
  for (const listener of listeners) listener(id);
}

export function broadcastSending(id: string): void {
  // A channel does not hear itself, so this context is told apart.
  open().postMessage(id);
  tell(id);
}

export function broadcastIdle(): void {
  open().postMessage(null);
  tell(undefined);
}

/** Calls the listener with the item that is being sent, until the returned function is called. */
export function onSending(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
