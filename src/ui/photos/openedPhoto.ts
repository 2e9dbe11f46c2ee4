import { useRef, useState } from 'react';
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
  const closed = useRef<string>(undefined);
  return {
    opened: state?.photo?.owner === owner ? state.photo.id : undefined,
    open: (id: string) => void navigate(location, { state: { ...state, photo: { owner, id } } }),
    close: () => {
      // A second press comes before the browser went back for the first.
      if (closed.current === location.key) return;
      closed.current = location.key;
      void navigate(-1);
    },
  };
}
