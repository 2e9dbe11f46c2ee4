// How long an item waits before it is sent again. All in milliseconds.

const LONGEST_PAUSE = 5 * 60_000;
const AFTER_FIRST_PROXY_REFUSAL = 30_000;

/** The longest wait of all, since the server's quotas are by the hour. */
export const LONGEST_WAIT = 60 * 60_000;

/** After no answer, or that of a server which is busy or failed. */
export function pauseAfterFailure(attempts: number): number {
  return spread(Math.min(LONGEST_PAUSE, 2000 * 2 ** attempts));
}

/** After a proxy refused it for the first, second, … time: it mostly does so again, and each try costs the photos' bytes. */
export function pauseAfterProxyRefusal(refusals: number): number {
  return spread(Math.min(LONGEST_WAIT, AFTER_FIRST_PROXY_REFUSAL * 2 ** (refusals - 1)));
}

/** At most this long, so that not all devices come at once. */
function spread(most: number): number {
  return most * (0.5 + Math.random() / 2);
}
