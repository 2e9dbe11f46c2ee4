import type { Engine } from './engine.ts';

/** The channel of migration 0047. */
const CHANNEL = 'list_changes';

/** Who follows what is committed, by whichever process of the server. */
export interface CommitListener {
  /** Something changed in a list of `list_changes`, in these of its scopes. */
  onChange: (list: string, scopes: readonly string[]) => void;
  /** Called where changes may have been missed: when listening begins, and after its connection was lost. */
  onGap: () => void;
}

export interface Following {
  /**
   * Resolves once changes are heard, or once that failed: it is then tried on and on, and `onGap` called when it succeeds.
   * Rejects only where the embedded database has stopped for good.
   */
  started: Promise<void>;
  stop(): void;
}

export interface Commits {
  follow(listener: CommitListener): Following;
  end(): Promise<void>;
}

/**
 * The one way in which this process hears of commits, its own and those of others. The triggers of `list_changes` tell them by
 * `pg_notify`; all who follow share one `listen`, which begins with the first of them.
 */
export function commitsOf(engine: Pick<Engine, 'listen'>): Commits {
  const followers = new Set<CommitListener>();
  let listening: Promise<() => Promise<void>> | undefined;

  const begin = () =>
    (listening ??= engine.listen(CHANNEL, {
      onMessage(message) {
        const [list = '', ...scopes] = message.split(' ');
        for (const follower of followers) follower.onChange(list, scopes);
      },
      onGap() {
        for (const follower of followers) follower.onGap();
      },
    }));

  return {
    follow(listener) {
      followers.add(listener);
      const started = begin().then(() => undefined);
      // Who does not wait for it learns of a database that has stopped by `panic`.
      started.catch(() => undefined);
      return { started, stop: () => void followers.delete(listener) };
    },
    async end() {
      followers.clear();
      const stop = await listening?.catch(() => undefined);
      await stop?.();
    },
  };
}
