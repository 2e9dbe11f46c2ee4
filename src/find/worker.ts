import '../browser/refusedChannels.ts';
import { serveFind } from './serveFind.ts';
import type { FromFinder, ToFinder } from './messages.ts';

// Finds beside the page, so that typing never waits for it.

const receive = serveFind({ postMessage: (message: FromFinder) => globalThis.postMessage(message) });
globalThis.addEventListener('message', ({ data }: MessageEvent<ToFinder>) => receive(data));
