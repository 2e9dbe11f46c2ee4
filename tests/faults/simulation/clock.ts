interface Timer {
  at: number;
  callback: () => void;
}

/** A phone's own clock: time passes only when the test says so, and what it shows may be wrong. */
export class Clock {
  /** In milliseconds: how far what the phone shows is off. */
  skew = 0;
  private elapsed = 0;
  private readonly began = Date.now();
  private readonly timers = new Map<number, Timer>();
  private timerIds = 0;

  /** In milliseconds since the phone was made; never jumps. */
  readonly performance = { now: () => this.elapsed };

  /** The `Date` that programs on this phone see. */
  readonly Date = dateOf(() => this.right() + this.skew);

  /** What the phone should show. */
  right(): number {
    return this.began + this.elapsed;
  }

  readonly setTimeout = (callback: () => void, delay = 0): number => {
    const id = (this.timerIds += 1);
    this.timers.set(id, { at: this.elapsed + delay, callback });
    // What takes no time happens as soon as what runs now has ended.
    if (delay === 0) {
      setImmediate(() => {
        if (this.timers.delete(id)) callback();
      });
    }
    return id;
  };

  readonly clearTimeout = (id: number): void => void this.timers.delete(id);

  /** A signal that aborts after this many milliseconds of the phone's time. */
  readonly timeout = (delay: number): AbortSignal => {
    const controller = new AbortController();
    this.setTimeout(() => controller.abort(new DOMException('Too long.', 'TimeoutError')), delay);
    return controller.signal;
  };

  /** Lets this many milliseconds pass, and what was to happen within them. */
  advance(duration: number): void {
    const until = this.elapsed + duration;
    for (;;) {
      const [next] = [...this.timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [id, { at, callback }] = next;
      this.timers.delete(id);
      this.elapsed = Math.max(this.elapsed, at);
      callback();
    }
    this.elapsed = until;
  }
}

function dateOf(now: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (real, args: [] | [number]) => new real(args.length === 0 ? now() : args[0]),
    get: (real, name, receiver) => (name === 'now' ? now : (Reflect.get(real, name, receiver) as unknown)),
  });
}
