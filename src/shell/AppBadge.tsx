import { useEffect } from 'react';
import { showAppBadge } from '../offline/engine/appBadge.ts';
import { useOutbox } from '../offline/hooks/useOutbox.ts';

/** Counts what is unsent or needs attention on the icon of the installed app, and nothing once signed out. */
export function AppBadge() {
  const count = useOutbox().items?.length;
  useEffect(() => {
    if (count !== undefined) void showAppBadge(count);
  }, [count]);
  useEffect(() => () => void showAppBadge(0), []);
  return <></>;
}
