import { useEffect, useRef, useState } from 'react';
import type { FoundGroup } from './find.ts';
import { Finder } from './Finder.ts';
import type { Group } from './things.ts';

/** What was found, and for what. */
export interface Found {
  typed: string;
  groups: FoundGroup[];
  whole: boolean;
}

interface FinderOptions {
  userId: number;
  isManager: boolean;
  typed: string;
  /** The keys of what was found before. */
  recent: readonly string[];
  /** The group of which all are asked for. */
  all: Group | undefined;
}

/** What is found for what is typed: the last answer until there is another. The worker ends with the component, or the page. */
export function useFinder({ userId, isManager, typed, recent, all }: FinderOptions): Found | undefined {
  const [found, setFound] = useState<Found>();
  const finder = useRef<Finder>(undefined);
  const asked = useRef('');
  // A page that comes back has another worker.
  const [shown, setShown] = useState(0);

  useEffect(() => {
    const opened = new Finder({ userId, isManager }, ({ groups, whole }) =>
      setFound({ typed: asked.current, groups, whole }),
    );
    finder.current = opened;
    const close = () => {
      opened.close();
      finder.current = undefined;
    };
    const listening = new AbortController();
    // A worker that is suspended while it reads would keep the device's database locked for other pages.
    window.addEventListener('pagehide', close, listening);
    window.addEventListener(
      'pageshow',
      ({ persisted }) => persisted && setShown((times) => times + 1),
      listening,
    );
    return () => {
      listening.abort();
      close();
    };
  }, [userId, isManager, shown]);

  const sought = typed.trim();
  const before = recent.join('\n');
  useEffect(() => {
    asked.current = sought;
    finder.current?.find(sought, before === '' ? [] : before.split('\n'), all);
  }, [sought, before, all, shown]);
  return found;
}
