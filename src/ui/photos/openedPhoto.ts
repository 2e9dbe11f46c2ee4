import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface Opened {
  /** Whose photos are open. */
  owner: string;
  id: string;
}

/**
 * The photo that is open above a screen and its dialog, by its id. It is an entry of the history with their address, so that
 * going back closes it alone. After a reload it is closed, as nobody knows whose it was.
 */
export function useOpenedPhoto() {
  const location = useLocation();
  const state = location.state as { photo?: Opened } | null;
  const navigate = useNavigate();
  const [owner] = useState(() => crypto.randomUUID());
  // A second press may come before the browser went where the first one leads.
  const leaving = useRef(false);
  // A layout effect, since Escape can be pressed before other effects run: they are late after a navigation.
  useLayoutEffect(() => {
    leaving.current = false;
  }, [location.key]);
  const once = (go: () => void) => {
    if (leaving.current) return;
    leaving.current = true;
    go();
  };
  return {
    opened: state?.photo?.owner === owner ? state.photo.id : undefined,
    open: (id: string) => once(() => void navigate(location, { state: { ...state, photo: { owner, id } } })),
    close: () => once(() => void navigate(-1)),
  };
}
