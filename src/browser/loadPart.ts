import { serverAnswers } from '../api/call.ts';

// Parts of the app that are loaded when they are needed. A rule of eslint.config.js refuses any other `import()`.

/** Said where a part is gone from the server, as after an update of an app that no service worker stored. */
export const PART_GONE =
  'Porchlight was updated, so a part of this page cannot be loaded any more. Reload to go on. What you wrote is kept.';

const NO_CONNECTION =
  'A part of this page could not be loaded without a connection. Please try again once you are back online.';

/** A part of the app could not be loaded. */
export class PartMissing extends Error {
  /** Whether the server does not have it any more, so that trying again does not help, and the page offers to reload. */
  readonly gone: boolean;

  constructor(gone: boolean, cause: unknown) {
    super(gone ? PART_GONE : NO_CONNECTION, { cause });
    this.name = 'PartMissing';
    this.gone = gone;
  }
}

let gone = false;
const listeners = new Set<() => void>();

function setGone(next: boolean): void {
  gone = next;
  for (const listener of listeners) listener();
}

/**
 * Loads a part of the app. Where it is gone, every screen offers to reload (`src/shell/notices/ReloadOffer.tsx`).
 * @throws {PartMissing} with words for the person, where it cannot be loaded
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // Where it can be reached, it is the part that is gone.
    const reachable = await serverAnswers();
    if (reachable) setGone(true);
    throw new PartMissing(reachable, error);
  }
}

/** Whether a part of the app is gone, and nobody chose to go on without. */
export function partGone(): boolean {
  return gone;
}

export function goOnWithout(): void {
  setGone(false);
}

/** Calls the listener at every change, until the returned function is called. */
export function onPartGone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
