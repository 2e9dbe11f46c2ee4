import { readItem, removeItem, writeItem } from '../browser/webStorage.ts';

// Small facts about this device that a page reads synchronously, and that tell what a deleted database contained. They are
// cookies, since a browser that runs out of room deletes all other storage of a site at once; and in local storage,
// which stays where cookies are cleared. They contain no secret: the session's own cookie cannot be read here.

type Mark = 'porchlight.kept' | 'porchlight.waiting';

/** The longest that a browser keeps a cookie, in seconds. */
const FOUR_HUNDRED_DAYS = 400 * 24 * 60 * 60;

export function readMark(mark: Mark): string | null {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${mark}=`));
  try {
    if (cookie) return decodeURIComponent(cookie.slice(mark.length + 1));
  } catch {
    // Not ours: a neighbouring host of the same site may set a cookie of this name.
  }
  return readItem('localStorage', mark);
}

export function writeMark(mark: Mark, value: string): void {
  writeItem('localStorage', mark, value);
  writeCookie(mark, encodeURIComponent(value), FOUR_HUNDRED_DAYS);
}

export function removeMark(mark: Mark): void {
  removeItem('localStorage', mark);
  writeCookie(mark, '', 0);
}

function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}
