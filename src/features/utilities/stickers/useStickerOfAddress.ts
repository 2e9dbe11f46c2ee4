import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { focusMeter } from '../meters/focusMeter.ts';
import type { UnitToRead } from '../walkingOrder.ts';

const NOT_READ =
  'The meter of this sticker is not among those to read. It was removed, or nobody lives in its home.';

/**
 * Goes to the meter whose sticker opened the screen, once. Returns what is said where it is not among those to read.
 * @param open the units whose fields are on screen
 */
export function useStickerOfAddress(open: readonly UnitToRead[]): string | undefined {
  const [address] = useSearchParams();
  const meter = Number(address.get('meter'));
  const unit = Number(address.get('unit'));
  const asked = meter > 0 ? `meter ${meter}` : unit > 0 ? `unit ${unit}` : undefined;
  const gone = useRef<string>(undefined);
  const found = open.find(({ unit_id, meters }) =>
    meter > 0 ? meters.some(({ id, removed_on }) => id === meter && !removed_on) : unit_id === unit,
  )?.unit_id;
  useEffect(() => {
    if (asked === undefined || found === undefined || gone.current === asked) return;
    gone.current = asked;
    if (meter > 0) focusMeter(found, undefined, meter);
    else document.querySelector<HTMLInputElement>(`[data-unit="${found}"] input`)?.focus();
  }, [asked, found, meter]);
  return asked !== undefined && found === undefined ? NOT_READ : undefined;
}
