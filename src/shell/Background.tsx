import { PushRenewal } from '../push/PushRenewal.tsx';
import { useUser } from '../session/session.tsx';
import { AppBadge } from './AppBadge.tsx';
import { HomeRefresh } from './HomeRefresh.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { Offers } from './notices/Offers.tsx';
import { SharedPhotosNotice } from './notices/SharedPhotosNotice.tsx';
import { StorageLossNotice } from './notices/StorageLossNotice.tsx';
import { ReceiptBookRefill } from './ReceiptBookRefill.tsx';

// What begins once the first screen is drawn; no screen is drawn with it.

/** What goes on beside every screen. */
export function Background() {
  const { is_manager } = useUser();
  return (
    <>
      <LiveUpdates />
      <HomeRefresh />
      <AppBadge />
      <PushRenewal />
      {is_manager && <ReceiptBookRefill />}
    </>
  );
}

/** The notices above every screen that may come after it. */
export function LaterNotices() {
  return (
    <>
      <StorageLossNotice />
      <Offers />
      <SharedPhotosNotice />
    </>
  );
}
