import { useState } from 'react';
import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { claimsUnknownUnit, placeOf, unitsClaimed } from './userUnits.ts';

interface ClaimProps {
  user: ListedUser;
  /** Undefined until they are loaded. */
  units: readonly Unit[] | undefined;
  online: boolean;
  onConfirm: (unit: Unit) => void;
  /** Opens the choice among all units. */
  onChoose: () => void;
  onDecline: () => void;
}

/** A claimed unit, with the actions to confirm or decline it; of a number that no unit has, to choose another one. */
export function Claim({ user, units, online, onConfirm, onChoose, onDecline }: ClaimProps) {
  const [choosing, setChoosing] = useState(false);
  const claimed = units && unitsClaimed(user, units);
  const [first] = claimed ?? [];
  const unknown = claimsUnknownUnit(user, units);
  const several = claimed !== undefined && claimed.length > 1;
  return (
    <div className="flex flex-col items-start gap-2">
      <span>{claimed && !several && first ? placeOf(first) : `Unit ${user.unit_claim}`}</span>
      <Badge tone="amber">{unknown ? 'No such unit' : 'To be confirmed'}</Badge>
      {/* In a table as low as the other buttons of a row, so that they stand beside one another. */}
      <div className="flex flex-wrap gap-2 min-[60rem]:gap-1 min-[60rem]:text-[0.9375rem] min-[60rem]:*:min-h-9 min-[60rem]:*:px-2.5 min-[60rem]:*:py-1">
        {first && (
          <Button
            disabled={!online}
            aria-label={`Confirm the unit of ${fullNameOf(user)}`}
            onClick={() => (several ? setChoosing(true) : onConfirm(first))}
          >
            Confirm
          </Button>
        )}
        {unknown && (
          <Button aria-label={`Choose the unit of ${fullNameOf(user)}`} onClick={onChoose}>
            Choose
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={!online}
          aria-label={`Decline the unit of ${fullNameOf(user)}`}
          onClick={onDecline}
        >
          Decline
        </Button>
      </div>
      {choosing && claimed && (
        <ChooseUnit
          user={user}
          units={claimed}
          onChoose={(unit) => {
            setChoosing(false);
            onConfirm(unit);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

interface ChooseUnitProps {
  user: ListedUser;
  units: readonly Unit[];
  onChoose: (unit: Unit) => void;
  onClose: () => void;
}

/** The choice among several units with that number. */
function ChooseUnit({ user, units, onChoose, onClose }: ChooseUnitProps) {
  return (
    <Modal title={`Which unit ${user.unit_claim}?`} size="small" onClose={onClose}>
      <p className="mb-4 wrap-anywhere">
        Several properties have a unit {user.unit_claim}. Where does {fullNameOf(user)} live?
      </p>
      <ul role="list" className="flex flex-col gap-3">
        {units.map((unit) => (
          <li key={unit.id} className="flex flex-col gap-1">
            <Button variant="secondary" onClick={() => onChoose(unit)}>
              {placeOf(unit)}
            </Button>
            <p className="text-sm wrap-anywhere text-muted">
              {unit.tenant_info.length === 0
                ? 'Nobody lives there now.'
                : `There now: ${unit.tenant_info.map(fullNameOf).join(', ')}.`}
            </p>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
