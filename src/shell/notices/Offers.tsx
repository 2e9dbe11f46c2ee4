import { useCallback, useState } from 'react';
import { InstallOffer } from '../../install/InstallOffer.tsx';
import { PushOffer } from '../../push/PushOffer.tsx';

/** Offers to install the app or to be notified, one of them while the app is open. */
export function Offers() {
  const [shown, setShown] = useState<'install' | 'push'>();
  const showInstall = useCallback(() => setShown('install'), []);
  const showPush = useCallback(() => setShown('push'), []);
  return (
    <>
      {shown !== 'push' && <InstallOffer onShown={showInstall} />}
      {shown !== 'install' && <PushOffer onShown={showPush} />}
    </>
  );
}
