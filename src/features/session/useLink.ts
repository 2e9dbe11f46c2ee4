import { useEffect, useState, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { BROKEN_LINK } from '../../../contract/users/linkToken.ts';
import { ApiError, Unreachable } from '../../api/call.ts';

/** What a link with a secret behind its # opens. */
export interface OpenedLink<A> {
  token: string;
  answer: A | undefined;
  /** Why it could not be opened. */
  problem: string | undefined;
  /** Whether trying again may help: there was no connection. */
  lacksConnection: boolean;
  tryAgain: () => void;
}

/** Asks the server what the link of this page is for. */
export function useLink<A>(open: (token: string) => Promise<A>): OpenedLink<A> {
  const token = useLocation().hash.slice(1);
  const [opened, setOpened] = useState<{ answer?: A; problem?: string; lacksConnection?: boolean }>({});
  const [tries, setTries] = useState(0);
  const openLink = useEffectEvent(open);
  useEffect(() => {
    let left = false;
    const set = (next: typeof opened) => {
      if (!left) setOpened(next);
    };
    if (token === '') {
      set({ problem: BROKEN_LINK });
    } else {
      openLink(token).then(
        (answer) => set({ answer }),
        (error: unknown) => {
          if (error instanceof Unreachable) {
            set({ problem: 'You need a connection to open this link.', lacksConnection: true });
          } else if (error instanceof ApiError) set({ problem: error.message });
          else throw error;
        },
      );
    }
    return () => {
      left = true;
    };
  }, [token, tries]);
  return {
    token,
    answer: opened.answer,
    problem: opened.problem,
    lacksConnection: opened.lacksConnection ?? false,
    tryAgain: () => {
      setOpened({});
      setTries((count) => count + 1);
    },
  };
}
