import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { fullNameOf } from '../../../contract/users/user.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { isSameDoor } from '../../../contract/units/doorNumber.ts';
import type { TodayKind, TodayRow } from '../../../contract/today/today.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import type { Question } from '../../ui/feedback/Confirm.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { TodayMenu, type Change } from './TodayMenu.tsx';
import { detailsOf, isCut, KIND_TEXTS, subjectOf } from './todayTexts.ts';

interface TodayItemProps {
  kind: TodayKind;
  row: TodayRow;
  change: Change;
}

/** One row: what, who and where, since when, and what is done about it. */
export function TodayItem({ kind, row, change }: TodayItemProps) {
  const { userId } = useDevice();
  const [open, setOpen] = useState(false);
  const title = KIND_TEXTS[kind].title(row);
  const details = detailsOf(kind, row);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p
          className={
            kind === 'suggestion' || kind === 'claim' ? 'font-semibold' : 'line-clamp-2 font-semibold'
          }
        >
          {title}
        </p>
        <p className="text-sm text-muted">{details.join(' · ')}</p>
        {kind === 'claim' && <ClaimedHome door={row.text ?? ''} />}
        {row.taken_by && (
          <Badge tone="info" className="mt-1">
            {row.taken_by.id === userId ? 'You do it' : `${row.taken_by.name} does it`}
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Actions kind={kind} row={row} about={title} change={change} />
        <button
          type="button"
          aria-label={`More for ${title}`}
          onClick={() => setOpen(true)}
          className="grid size-[44px] shrink-0 place-items-center rounded-control text-muted enabled-hover:bg-sunken enabled-hover:text-ink"
        >
          <MoreHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      {open && <TodayMenu title={title} row={row} change={change} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** The one home that has a number, and who lives there now; nothing where several have it, or none. */
function ClaimedHome({ door }: { door: string }) {
  const unit = useUnitAt(door);
  if (!unit) return <></>;
  const here = unit.tenant_info.map(fullNameOf).join(', ');
  return (
    <p className="text-sm text-muted">
      {unitLabel(unit)}: {here === '' ? 'nobody lives there now' : `${here} lives there now`}
    </p>
  );
}

/** The one unit with a number; null where there are several, or none, and undefined until they are read. */
function useUnitAt(door: string): Unit | null | undefined {
  const { data: units } = useCachedQuery('listUnits', {});
  const [unit, ...others] = units?.filter((each) => isSameDoor(each.unit_number, door)) ?? [];
  return units && (unit && others.length === 0 ? unit : null);
}

function Actions({ kind, row, about, change }: TodayItemProps & { about: string }) {
  const online = useOnline();
  // A number that several properties have is chosen among them elsewhere.
  const unit = useUnitAt(row.text ?? '');
  if (kind === 'claim' && unit === undefined) return <></>;
  if (kind === 'claim' && row.person && unit) {
    const { person } = row;
    const name = `${person.first_name} ${person.last_name}`;
    const here = unit.tenant_info.map(fullNameOf).join(', ');
    const settle = (body: { unit: number } | { unit_claim: null }, done: string, question?: Question) =>
      void change({
        ...{ route: 'updateUser', input: { params: { id: String(person.id) }, body }, done, question },
        failed: (reason) => `Failed to update user: ${reason}`,
      });
    return (
      <>
        <Button
          disabled={!online}
          aria-label={`Confirm the unit of ${name}`}
          onClick={() =>
            settle(
              { unit: unit.id },
              `${name} lives in ${unit.property_name}, ${unit.unit_number}.`,
              here === ''
                ? undefined
                : {
                    text: `${here} lives in ${unitLabel(unit)}. Does ${name} live there, too?`,
                    confirmLabel: 'Confirm',
                  },
            )
          }
        >
          Confirm
        </Button>
        <Button
          variant="secondary"
          disabled={!online}
          aria-label={`Decline the unit of ${name}`}
          onClick={() => settle({ unit_claim: null }, `The unit that ${name} named was declined.`)}
        >
          Decline
        </Button>
      </>
    );
  }
  // Nothing is put on the board of which only a part was shown.
  if (kind === 'suggestion' && !isCut(row)) {
    const decide = (status: 'approved' | 'rejected') =>
      void change({
        ...{
          route: 'setAnnouncementStatus',
          done: status === 'approved' ? 'It is on the board now.' : 'It was rejected.',
        },
        input: { params: { id: String(subjectOf(row)) }, body: { status } },
        failed: (reason) => `Failed to change the suggestion: ${reason}`,
      });
    return (
      <>
        <Button disabled={!online} aria-label={`Approve ${about}`} onClick={() => decide('approved')}>
          Approve
        </Button>
        <Button
          variant="secondary"
          disabled={!online}
          aria-label={`Reject ${about}`}
          onClick={() => decide('rejected')}
        >
          Reject
        </Button>
      </>
    );
  }
  const { action } = KIND_TEXTS[kind];
  return (
    action && (
      <ButtonLink variant="secondary" to={action.to(row)} aria-label={`${action.label}: ${about}`}>
        {action.label}
      </ButtonLink>
    )
  );
}
