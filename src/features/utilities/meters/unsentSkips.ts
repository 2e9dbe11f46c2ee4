import { useMemo } from 'react';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import type { UnitToRead } from '../walkingOrder.ts';

/** Why meters are skipped, by id, where that is in the outbox. */
export type UnsentSkips = Readonly<Record<number, string>>;

export function useUnsentSkips(): UnsentSkips {
  const { items } = useOutbox();
  const text = JSON.stringify(
    Object.fromEntries(
      (items ?? []).flatMap((item) =>
        item.route === 'skipMeter' ? [[item.input.params.id, item.input.body.reason]] : [],
      ),
    ),
  );
  return useMemo(() => JSON.parse(text) as UnsentSkips, [text]);
}

/** Those of a unit as text, so that another unit's do not draw it; undefined where there are none. */
export function skipsOf({ meters }: UnitToRead, skips: UnsentSkips): string | undefined {
  const own = meters.flatMap(({ id }) => (skips[id] === undefined ? [] : [[id, skips[id]]]));
  return own.length === 0 ? undefined : JSON.stringify(Object.fromEntries(own));
}

/** Whether a meter of the unit was skipped this month. */
export function isSkipped({ meters }: UnitToRead, skips: UnsentSkips): boolean {
  const month = isoDay().slice(0, 7);
  return meters.some(({ id, skipped }) => skips[id] !== undefined || skipped?.read_on.slice(0, 7) === month);
}
