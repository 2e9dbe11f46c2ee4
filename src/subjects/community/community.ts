import { useSyncExternalStore } from 'react';
import type { Community } from '../../../contract/community/community.ts';
import { ApiError, call, Unreachable } from '../../api/call.ts';
import { loadReadCommunity } from '../../api/loadRoutes.ts';
import { readItem, writeItem } from '../../browser/webStorage.ts';
import { contractHash } from '../../offline/engine/contractHash.ts';

// What everybody may know is no read of a person's: it is kept apart from the cached reads, so that the login screen has it
// too, without loading the database.

const STORED = 'porchlight.community';

let community = storedCommunity();
const listeners = new Set<() => void>();

interface StoredCommunity extends Community {
  /** The contract by which the app checked it, as `contractHash` tells it. */
  contract?: string;
}

/** What this device was told last; undefined before that, and until it is known to fit this version. */
function storedCommunity(): Community | undefined {
  const stored = readStored();
  if (!stored) return undefined;
  const { contract, ...known } = stored;
  if (contract === contractHash()) return known;
  void recallOtherVersion(known);
  return undefined;
}

function readStored(): StoredCommunity | undefined {
  try {
    return (JSON.parse(readItem('localStorage', STORED) ?? 'null') as StoredCommunity | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Shows what another version of the app kept, if it fits this one and the server has not answered meanwhile. */
async function recallOtherVersion(stored: Community): Promise<void> {
  try {
    const { answer } = await loadReadCommunity();
    // What an earlier version kept does not say it, and is of a community that somebody uses.
    const { data } = answer.safeParse({ is_set_up: true, ...(stored as Partial<Community>) });
    if (data && !community) adoptCommunity(data);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/** Shows the community as the server has just answered it, here and at the next start. */
export function adoptCommunity(answer: Community): void {
  if (JSON.stringify(answer) === JSON.stringify(community)) return;
  community = answer;
  writeItem('localStorage', STORED, JSON.stringify({ ...answer, contract: contractHash() }));
  for (const listener of listeners) listener();
}

/** Asks the server; without an answer, what is known stays. */
export async function refreshCommunity(): Promise<void> {
  try {
    adoptCommunity(await call(await loadReadCommunity(), {}));
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
