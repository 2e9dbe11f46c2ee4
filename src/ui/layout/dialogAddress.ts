import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { listPartOf } from './listAddress.ts';

/** The state of a link to a dialog of another screen: closing the dialog comes back to the screen with the link. */
export const COMES_BACK = { comesBack: true };
/** As above where nothing was sent; what was, is told by the screen that has the dialog. */
export const COMES_BACK_UNSENT = { comesBack: 'unsent' };

function comesBack(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'comesBack' in state ? state.comesBack : undefined;
}

/** Keeps the open dialog of a screen in the address, so that going back closes it. */
export function useDialogAddress() {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const latest = useRef<{ address: URLSearchParams; setAddress: typeof setAddress; state: unknown }>(
    undefined,
  );
  // A layout effect, since a button can be pressed before other effects run.
  useLayoutEffect(() => {
    latest.current = { address, setAddress, state };
    return () => {
      latest.current = undefined;
    };
  }, [address, setAddress, state]);
  // Stable. A second dialog replaces the first in the history, so that going back closes both.
  const open = useCallback((params: Record<string, string>) => {
    if (!latest.current) return;
    const { address: before, setAddress: set, state: of } = latest.current;
    const list = listPartOf(before);
    const replace = before.size > Object.keys(list).length;
    set({ ...list, ...params }, { replace, state: replace ? of : undefined });
  }, []);
  const leave = (back: boolean) => {
    // A change may finish after its screen or dialog was left: the address is then another's.
    if (latest.current?.address !== address) return;
    if (back) void navigate(-1);
    else setAddress(listPartOf(address), { replace: true });
  };
  const sentReturns = comesBack(state) === COMES_BACK.comesBack;
  return {
    address,
    open,
    close: () => leave(comesBack(state) !== undefined),
    /** Closes it once its change was sent or queued. */
    closeSent: () => leave(sentReturns),
    /** Whether that goes to another screen, where the notices of this one are not seen. */
    sentReturns,
  };
}
