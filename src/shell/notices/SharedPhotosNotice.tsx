import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDevice } from '../../offline/engine/device.ts';
import { countSharedPhotos, discardSharedPhotos } from '../../offline/engine/storage/sharedPhotos.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';

/** Tells of photos that were shared to the app while nobody was signed in. */
export function SharedPhotosNotice() {
  const { userId } = useDevice();
  const { key, search } = useLocation();
  const [count, setCount] = useState(0);
  useEffect(() => {
    // A device that keeps nothing has nothing that was shared.
    countSharedPhotos(userId).then(setCount, () => setCount(0));
  }, [key, userId]);

  // The open form takes them.
  if (count === 0 || new URLSearchParams(search).has('new')) return <></>;
  return (
    <Banner
      className="mb-6"
      action={
        <>
          <ButtonLink variant="secondary" to="/share">
            Report a problem with {count === 1 ? 'it' : 'them'}
          </ButtonLink>
          <Button variant="quiet" onClick={() => void discardSharedPhotos(userId).then(() => setCount(0))}>
            Discard
          </Button>
        </>
      }
    >
      {count === 1 ? 'A photo that you shared waits' : `${count} photos that you shared wait`} for a new
      request.
    </Banner>
  );
}
