/** Whether Porchlight answered the last request, independent of `navigator.onLine`. */
export type Connection = 'online' | 'offline';

type Listener = () => void;

let connection: Connection = 'online';
let answeredAt = -Infinity;
const listeners = new Set<Listener>();

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

/** Records that the server answered. */
export function markOnline(): void {
  answeredAt = performance.now();
  setConnection('online');
}

/** Records that a request got no answer. */
export function markOffline(): void {
  answeredAt = -Infinity;
  setConnection('offline');
}

export function currentConnection(): Connection {
  return connection;
}

/** Calls the listener at every change, until the returned function is called. */
export function onConnectionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The time since the last answer to this page or worker, in milliseconds; infinite without a connection. */
export function sinceLastAnswer(): number {
  return performance.now() - answeredAt;
}
