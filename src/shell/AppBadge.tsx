import { useEffect } from 'react';
import { showAppBadge } from '../browser/appBadge.ts';
import { useUnsent } from '../offline/hooks/useUnsent.ts';
import { useNotifications } from '../offline/subjects/useNotifications.ts';

/**
 * Counts what is unsent or needs attention and what is unread on the icon of the installed app, and nothing once signed
 * out.
 */
export function AppBadge() {
  const unsent = useUnsent().items?.length;
  const { unread } = useNotifications();
  const count = unsent === undefined ? undefined : unsent + unread.length;
  useEffect(() => {
    if (count !== undefined) void showAppBadge(count);
  }, [count]);
  useEffect(() => () => void showAppBadge(0), []);
  return <></>;
}
