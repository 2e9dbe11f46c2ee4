import type { ReadStream } from 'node:fs';

/** In milliseconds: how often it is looked whether somebody reads, and after how long nobody does. */
const LOOK = 15_000;
const UNREAD = 60_000;

/** A file that is being read, which is closed where nothing was read of it for a minute: whoever asked for it has gone, or wants to hold it. */
export function endedUnread(file: ReadStream): ReadStream {
  let read = file.bytesRead;
  let unread = 0;
  const looking = setInterval(() => {
    unread = file.bytesRead === read ? unread + LOOK : 0;
    read = file.bytesRead;
    if (unread >= UNREAD) file.destroy();
  }, LOOK);
  looking.unref();
  return file.once('close', () => clearInterval(looking));
}
