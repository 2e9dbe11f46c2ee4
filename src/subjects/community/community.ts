import { useSyncExternalStore } from 'react';
import { Community, readCommunity } from '../../../contract/community/community.ts';
import { ApiError, call, Unreachable } from '../../api/call.ts';
import { readItem, writeItem } from '../../browser/webStorage.ts';

// What everybody may know is no read of a person's: it is kept apart from the cached reads, so that the login screen has it
// too, without loading the database.

const STORED = 'porchlight.community';

let community = storedCommunity();
const listeners = new Set<() => void>();

/** What this device was told last; undefined before that, or where it does not fit this version. */
function storedCommunity(): Community | undefined {
  try {
    const stored: unknown = JSON.parse(readItem('localStorage', STORED) ?? 'null');
    // What an earlier version kept does not say it, and is of a community that somebody uses.
    return Community.parse(Object.assign({ is_set_up: true }, stored));
  } catch {
    return undefined;
  }
}

/** Shows the community as the server has just answered it, here and at the next start. */
export function adoptCommunity(answer: Community): void {
  const text = JSON.stringify(answer);
  if (text === JSON.stringify(community)) return;
  community = answer;
  writeItem('localStorage', STORED, text);
  for (const listener of listeners) listener();
}

/** Asks the server; without an answer, what is known stays. */
export async function refreshCommunity(): Promise<void> {
  try {
    adoptCommunity(await call(readCommunity, {}));
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The community's name, logo and contact, at once and without a connection; undefined on a device that never heard. */
export function useCommunity(): Community | undefined {
  return useSyncExternalStore(subscribe, () => community);
}
