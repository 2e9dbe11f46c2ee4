import { MoreHorizontal } from 'lucide-react';
import { Fragment, useState } from 'react';
import { fullNameOf } from '../../../contract/users/user.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import type { TodayKind, TodayRow } from '../../../contract/today/today.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Remind } from '../../subjects/reminders/Remind.tsx';
import { placeOf } from '../../subjects/today/placeOf.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import type { Question } from '../../ui/feedback/Confirm.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { ClaimedHome, livesIn, useUnitAt } from './claims/ClaimedHome.tsx';
import { UnsentAssignment } from './assigning/UnsentAssignment.tsx';
import { TodayMenu, type Change } from './TodayMenu.tsx';
import { detailsOf, isCut, KIND_TEXTS, subjectOf, titlePage } from './todayTexts.ts';

export interface TodayItemProps {
  kind: TodayKind;
  row: TodayRow;
  change: Change;
  /** Asks who does the work of a request. */
  onAssign: (row: TodayRow, title: string) => void;
  /** Asks what the lease after one that ends says. */
  onRenew: (row: TodayRow) => void;
}

/** One row: what, who and where, since when, and what is done about it. */
export function TodayItem({ kind, row, change, onAssign, onRenew }: TodayItemProps) {
  const { userId } = useDevice();
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState('');
  const title = KIND_TEXTS[kind].title(row);
  const details = detailsOf(kind, row);
  const page = titlePage(kind, row);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p
          className={
            kind === 'suggestion' || kind === 'claim' ? 'font-semibold' : 'line-clamp-2 font-semibold'
          }
        >
          {page === undefined ? title : <TextLink to={page}>{title}</TextLink>}
        </p>
        <p className="text-sm text-muted">
          {details.map(({ text, to }, index) => (
            <Fragment key={text}>
              {index > 0 && ' · '}
              {to === undefined ? text : <TextLink to={to}>{text}</TextLink>}
            </Fragment>
          ))}
        </p>
        {kind === 'claim' && <ClaimedHome door={row.text ?? ''} />}
        {row.taken_by && (
          <Badge tone="info" className="mt-1">
            {row.taken_by.id === userId ? 'You do it' : `${row.taken_by.name} does it`}
          </Badge>
        )}
        {KIND_TEXTS[kind].assigned && <UnsentAssignment request={subjectOf(row)} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Actions {...{ kind, row, change, title, onAssign, onRenew }} />
        <button
          type="button"
          aria-label={`More for ${title}`}
          onClick={() => setOpen(true)}
          className="grid size-[44px] shrink-0 place-items-center rounded-control text-muted enabled-hover:bg-sunken enabled-hover:text-ink"
        >
          <MoreHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      {open && <TodayMenu {...{ title, row, change, day }} onDay={setDay} onClose={() => setOpen(false)} />}
    </li>
  );
}

interface ActionsProps extends TodayItemProps {
  /** What a screen reader hears of a button, apart from its row. */
  title: string;
}

function Actions(props: ActionsProps) {
  const { kind, row } = props;
  if (kind === 'claim') return <ClaimActions {...props} />;
  // Nothing is put on the board of which only a part was shown.
  if (kind === 'suggestion' && !isCut(row)) return <SuggestionActions {...props} />;
  if (kind === 'late') return <LateActions {...props} />;
  if (kind === 'ending_lease') return <RenewAction {...props} />;
  if (KIND_TEXTS[kind].assigned) return <RequestActions {...props} />;
  return <ActionLinks {...props} />;
}

/** Where it is done elsewhere; a dialog that is closed there comes back to Today, but for a payment, whose receipt is there. */
function ActionLinks({ kind, row, title }: ActionsProps) {
  return KIND_TEXTS[kind].actions?.map(({ label, to }) => (
    <ButtonLink
      key={label}
      variant="secondary"
      to={to(row)}
      state={COMES_BACK_UNSENT}
      // Titles without a person's name are those of several properties.
      aria-label={[`${label}: ${title}`, !row.person && placeOf(row)].filter(Boolean).join(', ')}
    >
      {label}
    </ButtonLink>
  ));
}

function RequestActions(props: ActionsProps) {
  const { row, title, onAssign } = props;
  return (
    <>
      <ActionLinks {...props} />
      <Button variant="secondary" aria-label={`Assign: ${title}`} onClick={() => onAssign(row, title)}>
        Assign
      </Button>
    </>
  );
}

function RenewAction({ row, title, onRenew }: ActionsProps) {
  return (
    <Button
      variant="secondary"
      aria-label={[`Renew: ${title}`, placeOf(row)].filter(Boolean).join(', ')}
      onClick={() => onRenew(row)}
    >
      Renew
    </Button>
  );
}

function LateActions(props: ActionsProps) {
  const { row, title } = props;
  const [reminding, setReminding] = useState(false);
  return (
    <>
      <ActionLinks {...props} />
      <Button variant="secondary" aria-label={`Remind: ${title}`} onClick={() => setReminding(true)}>
        Remind
      </Button>
      {reminding && row.person && <Remind people={[row.person.id]} onClose={() => setReminding(false)} />}
    </>
  );
}

function ClaimActions(props: ActionsProps) {
  const { row, change } = props;
  const { person } = row;
  const online = useOnline();
  const unit = useUnitAt(row.text ?? '');
  if (!person) return <></>;
  // The place of the buttons, before the homes are read, so that nothing below them moves.
  if (unit === undefined)
    return (
      <Button variant="secondary" disabled aria-hidden className="invisible">
        {KIND_TEXTS.claim.actions?.[0]?.label}
      </Button>
    );
  // A number that several properties have is chosen among them elsewhere.
  if (unit === null) return <ActionLinks {...props} />;
  const name = fullNameOf(person);
  const settle = (body: { unit: number } | { unit_claim: null }, done: string, question?: Question) =>
    void change({
      ...{ route: 'updateUser', input: { params: { id: String(person.id) }, body }, done, question },
      failed: (reason) => `Failed to update user: ${reason}`,
    });
  const question: Question | undefined =
    livesIn(unit) === ''
      ? undefined
      : {
          text: `${livesIn(unit)} lives in ${unitLabel(unit)}. Does ${name} live there, too?`,
          confirmLabel: 'Confirm',
        };
  return (
    <>
      <Button
        disabled={!online}
        aria-label={`Confirm the unit of ${name}`}
        onClick={() =>
          settle({ unit: unit.id }, `${name} lives in ${unit.property_name}, ${unit.unit_number}.`, question)
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

function SuggestionActions({ row, change, title }: ActionsProps) {
  const online = useOnline();
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
      <Button disabled={!online} aria-label={`Approve ${title}`} onClick={() => decide('approved')}>
        Approve
      </Button>
      <Button
        variant="secondary"
        disabled={!online}
        aria-label={`Reject ${title}`}
        onClick={() => decide('rejected')}
      >
        Reject
      </Button>
    </>
  );
}
