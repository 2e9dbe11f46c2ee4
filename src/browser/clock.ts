// The time as the server tells it. Nothing else on this device reads the device's clock, which may be wrong: a rule of
// eslint.config.js sees to it.

/** What the server's answers said of this device's clock. */
export interface KnownTime {
  /** What is added to the device's clock, in milliseconds. */
  offset: number;
  /** The server's time when it answered last, in milliseconds since the epoch: it cannot be earlier now. */
  answeredAt: number;
}

/** What a moment was reckoned from, so that it can be set right once the server says more. All in milliseconds. */
export interface Reckoning {
  /** By the device's clock, since the epoch. */
  device: number;
  /** It cannot have been earlier. */
  earliest: number;
  /** Whether the device's clock was known to be wrong, and by how much was not. */
  doubted: boolean;
}

/** A difference that changes nothing for anybody, in milliseconds. */
export const TOLERATED = 2 * 60_000;

/** A clock that was so slow, in milliseconds, was set right meanwhile rather than that nobody used it for longer. */
const SOON_SET_RIGHT = 12 * 60 * 60_000;

/** No device goes on for so long after the server's last answer, in milliseconds: its clock was set. */
const LONGEST_AWAY = 365 * 24 * 60 * 60_000;

/** A header names whole seconds, and a server may write down its time once in a second. */
const PRECISION = 2_000;

let offset: number | undefined;
/** Before an answer told, the day on which this version was built; 0 in tests. */
let earliest = Number((import.meta.env.VITE_BUILT_AT as string | undefined) ?? 0);
/** When it was the earliest time, by `performance.now()`, which goes on whatever the device's clock is set to. */
let earliestAt = performance.now();
const listeners = new Set<(known: KnownTime) => void>();

function reckon(): Reckoning & { time: number } {
  const device = Date.now();
  const floor = earliest + performance.now() - earliestAt;
  const known = offset ?? 0;
  // By how much more the device's clock went on than is known to have passed: the device slept, was off, or its clock was set.
  const jump = device + known - floor;
  const setBack = jump < -TOLERATED;
  // By hand it is set nearly right, to a moment before the last answer or after it.
  const setRight = known > SOON_SET_RIGHT && jump > Math.max(known / 2, SOON_SET_RIGHT);
  const isPossible = (time: number) => offset === undefined || time < floor + LONGEST_AWAY;
  const doubted = setBack || setRight || !isPossible(device + known);
  const likely = doubted ? device : device + known;
  return { device, earliest: floor, doubted, time: isPossible(likely) ? Math.max(likely, floor) : floor };
}

/** The time, in milliseconds since the epoch. */
export function nowMs(): number {
  return Math.round(reckon().time);
}

export function now(): Date {
  return new Date(nowMs());
}

/** The time, and what it was reckoned from. */
export function reckonedNow(): { now: Date; reckoning: Reckoning } {
  const { time, ...reckoning } = reckon();
  return { now: new Date(Math.round(time)), reckoning };
}

/** Whether this device's clock is known to be wrong, and by how much is not. */
export function clockDoubted(): boolean {
  return reckon().doubted;
}

/** What the device itself shows as the time. */
export function deviceTime(): Date {
  return new Date(Date.now());
}

/** How far the device's clock is from the server's, in milliseconds; undefined before an answer told. */
export function clockOffset(): number | undefined {
  return offset;
}

/** Begins to measure a request; the returned function learns the time from the server's answer to it. */
export function measureAnswer(): (headers: Headers) => void {
  const sent = { device: Date.now(), elapsed: performance.now() };
  return (headers) => {
    const answered = timeOf(headers);
    const device = Date.now();
    const elapsed = performance.now();
    // The device slept meanwhile, or its clock was set.
    if (Math.abs(device - sent.device - (elapsed - sent.elapsed)) > PRECISION) return;
    if (answered === undefined) return;
    const least = answered - device;
    const most = answered + PRECISION - sent.device;
    // Kept where the answer allows it, so that the time does not jump by what an answer cannot tell; else as little as it
    // allows, so that the clock of a device that is right is left alone.
    const before = offset ?? 0;
    const allowed = before >= least && before <= most;
    const next = allowed ? before : Math.min(Math.max(0, least), most);
    adopt({ offset: next, answeredAt: answered }, elapsed);
  };
}

/** The server's time in an answer; undefined where a cache kept it on the way. The browser's own asks the server each time. */
function timeOf(headers: Headers): number | undefined {
  if (headers.has('Age')) return undefined;
  const time = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function adopt(known: KnownTime, elapsed: number): void {
  offset = known.offset;
  earliest = known.answeredAt;
  earliestAt = elapsed;
  for (const listener of listeners) listener(known);
}

/** Goes on with what this device knew before this page or worker started, unless an answer has told more. */
export function recallTime(known: KnownTime): void {
  if (offset === undefined) adopt(known, performance.now());
}

/** Calls the listener with what each answer tells, and the last one told, until the returned function is called. */
export function onTimeLearnt(listener: (known: KnownTime) => void): () => void {
  listeners.add(listener);
  if (offset !== undefined) listener({ offset, answeredAt: earliest });
  return () => listeners.delete(listener);
}
