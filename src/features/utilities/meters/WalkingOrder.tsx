import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDevice } from '../../../offline/engine/device.ts';
import { queueWalkingOrder } from '../../../offline/subjects/meters.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../../subjects/users/PersonLink.tsx';
import { Problem } from '../../../ui/feedback/Problem.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { useBusy } from '../../../ui/forms/useBusy.ts';
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
  const [problem, setProblem] = useState<string>();
  const { userId, requestReplay } = useDevice();
  const { busy, run } = useBusy();

  async function save(): Promise<void> {
    try {
      await queueWalkingOrder(userId, { id, name, unitIds: order.map(({ unit_id }) => unit_id) });
      void requestReplay({ eager: false });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

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
          <Button busy={busy} busyLabel="Saving..." onClick={() => void run(save)}>
            Save Order
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <ol ref={list} className="divide-y divide-line">
        {order.map((unit, place) => (
          <li
            key={unit.unit_id}
            data-home={unit.unit_id}
            className="flex flex-wrap items-center justify-between gap-x-3 py-1"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">
                <HomeLink unit={unit.unit_id}>Unit {unit.unit_number}</HomeLink>
              </span>{' '}
              <span className="text-muted">
                <PersonLink id={unit.user_id}>{unit.person}</PersonLink>
              </span>
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
