import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Problem } from '../../../ui/feedback/Problem.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';
import type { UnitToRead } from '../walkingOrder.ts';

interface WalkingOrderProps {
  property: { id: number; name: string; units: readonly UnitToRead[] };
  onClose: () => void;
}

/** The order in which the meters of a property's homes are read, set by hand. */
export function WalkingOrder({ property: { id, name, units }, onClose }: WalkingOrderProps) {
  const [order, setOrder] = useState(units);
  const list = useRef<HTMLOListElement>(null);
  const online = useOnline();
  const { notice, change, busy } = useOnlineChange();

  function move(from: number, by: -1 | 1): void {
    const to = from + by;
    const [moved] = order.slice(from, from + 1);
    if (!moved || to < 0 || to >= order.length) return;
    const others = order.filter((unit) => unit !== moved);
    flushSync(() => setOrder([...others.slice(0, to), moved, ...others.slice(to)]));
    // The same button of the same home, at its new place; the other one where this one cannot be pressed there.
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(
      `[data-home="${moved.unit_id}"] button`,
    );
    const pressed = buttons?.[by === -1 ? 0 : 1];
    (pressed?.disabled ? buttons?.[by === -1 ? 1 : 0] : pressed)?.focus();
  }

  return (
    <Modal
      title={`Walking order, ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button
            busy={busy}
            busyLabel="Saving..."
            disabled={!online}
            onClick={() =>
              void change({
                route: 'setWalkingOrder',
                input: {
                  params: { id: String(id) },
                  body: { unit_ids: order.map(({ unit_id }) => unit_id) },
                },
                failed: (reason) => `The order was not saved: ${reason}`,
                onDone: onClose,
              })
            }
          >
            Save Order
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {notice && <Problem>{notice.message}</Problem>}
      {!online && <p className="mb-3 font-medium">You need a connection to save the order.</p>}
      <ol ref={list} className="divide-y divide-line">
        {order.map((unit, place) => (
          <li
            key={unit.unit_id}
            data-home={unit.unit_id}
            className="flex flex-wrap items-center justify-between gap-x-3 py-1"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">Unit {unit.unit_number}</span>{' '}
              <span className="text-muted">{unit.person}</span>
            </span>
            <span className="flex">
              <Button
                variant="quiet"
                disabled={place === 0}
                aria-label={`Move up Unit ${unit.unit_number}`}
                onClick={() => move(place, -1)}
              >
                <ArrowUp aria-hidden className="size-5" />
              </Button>
              <Button
                variant="quiet"
                disabled={place === order.length - 1}
                aria-label={`Move down Unit ${unit.unit_number}`}
                onClick={() => move(place, 1)}
              >
                <ArrowDown aria-hidden className="size-5" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
