import type { User } from '../contract/users/user.ts';
import { PartMissing } from './browser/loadPart.ts';
import { loadSignedInScreen } from './routes.tsx';
import { beginFirstRead, endFirstRead, type FirstScreen } from './offline/engine/firstRead.ts';
import { loadEngineAfterFrame } from './offline/engine/loadEngine.ts';
import { keysOfScreen } from './firstReads.ts';
import { currentSession } from './session/currentSession.ts';
import { homePathOf } from './session/homePath.ts';
import { knownUser } from './session/session.tsx';

/** How long the first screen is waited for, in milliseconds; then what there is of it is drawn. */
const PATIENCE = 3_000;

/**
 * Resolves once the first screen of who stayed signed in on this device can be drawn whole. Until then the page has what
 * `index.html` draws, so nothing is drawn that only waits.
 */
export async function firstScreenReady(): Promise<void> {
  beginFirstRead(screenOf);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([prepare().catch(unlessMissing), late]);
  clearTimeout(timer);
  endFirstRead();
  loadEngineAfterFrame();
}

/** What could not be loaded is said by the screen that needs it. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof PartMissing)) throw error;
}

async function prepare(): Promise<void> {
  const user = await knownUser();
  if (!user) return;
  // Where an installed app begins; the routes would lead there too, by drawing twice.
  if (location.pathname === '/') history.replaceState(null, '', homePathOf(user));
  await loadSignedInScreen(location.pathname);
}

/** The screen that somebody of this page or this device opens. */
function screenOf(remembered: User | undefined): FirstScreen | undefined {
  const user = currentSession().user ?? remembered;
  return user && { userId: user.id, keys: keysOfScreen(location.pathname, user) };
}
