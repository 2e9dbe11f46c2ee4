import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface Above {
  owner: string;
  id: string;
}

function aboveOf(state: unknown): Above | undefined {
  return typeof state === 'object' && state !== null && 'above' in state ? (state.above as Above) : undefined;
}

/**
 * What is open above everything else on a screen and has no address of its own, such as a photo. It is an entry of the
 * history, so that going back closes it alone. After a reload it is closed, as nobody knows what stands there then.
 */
export function useOpenedAbove() {
  const { pathname, search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const [owner] = useState(() => crypto.randomUUID());
  const above = aboveOf(state);
  const closed = useRef<string>(undefined);
  return {
    opened: above?.owner === owner ? above.id : undefined,
    open: (id: string) =>
      void navigate(
        { pathname, search, hash },
        { state: { ...(state as object | null), above: { owner, id } } },
      ),
    close: () => {
      // A second press comes before the browser went back for the first.
      if (closed.current === key) return;
      closed.current = key;
      void navigate(-1);
    },
  };
}
