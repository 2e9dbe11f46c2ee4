import { MailCheck } from 'lucide-react';
import { useMemo, useState, type Key } from 'react';
import { MOST_INVITED, type Invitation } from '../../../contract/users/invitation.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { serverAnswers } from '../../api/call.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { invitationsOf } from '../../offline/subjects/people/invitations.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { invitationStateOf } from '../../subjects/users/invitationState.ts';
import { useConfirm, type Question } from '../../ui/feedback/Confirm.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { useBusyMutation } from '../../ui/forms/useBusyMutation.ts';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { useStable } from '../../ui/lists/useStable.ts';
import type { Entered } from './entered/useEntered.ts';
import {
  INVITATION_CHIPS,
  invitationColumns,
  invitationsTable,
  invitationSummaryOf,
  invitationTexts,
} from './invitationColumns.tsx';

/** How many people are invited at once without a connection, each by a change of its own. */
const MOST_UNSENT = 50;

interface InviteProps {
  people: readonly ListedUser[];
  /** The id of the person who alone is selected first; without one, whoever has no invitation. */
  first: number;
  online: boolean;
  changes: ReturnType<typeof useOnlineChange>;
  /** What waits on this device. */
  entered: Entered;
  onInvited: (invitations: readonly Invitation[]) => void;
  onShowAgain: () => void;
}

/** People without a password, of whom those that are selected are invited. */
export function Invite({ people, first, online, changes, entered, ...props }: InviteProps) {
  const { onInvited, onShowAgain } = props;
  const { items } = useUnsent();
  const unsent = useMemo(() => invitationsOf(items), [items]);
  const community = useCommunity();
  const confirm = useConfirm();
  // At a door, what the last request found may be minutes old.
  const reaching = useBusyMutation({ mutationFn: serverAnswers });
  /** What was selected by hand, by the id of the person. */
  const [choices, setChoices] = useState<ReadonlyMap<Key, boolean>>(new Map());
  const [byEmail, setByEmail] = useState(true);
  const isFirst = people.some(({ id }) => id === first);
  const isChosen = (person: ListedUser) =>
    !unsent.has(person.id) &&
    (choices.get(person.id) ?? (isFirst ? person.id === first : invitationStateOf(person) !== 'invited'));

  const { withdraw } = useStable({
    withdraw: (person: ListedUser) =>
      void changes.change({
        route: 'revokeInvitation',
        input: { params: { id: String(person.id) } },
        question: {
          text: `Withdraw the invitation of ${fullNameOf(person)}?\nIts link stops working.`,
          confirmLabel: 'Withdraw',
        },
        done: `The invitation of ${fullNameOf(person)} was withdrawn.`,
        failed: (reason) => `The invitation could not be withdrawn: ${reason}`,
      }),
  });
  const columns = useMemo(
    () => invitationColumns({ online, unsent, onWithdraw: withdraw }),
    [online, unsent, withdraw],
  );
  const summary = useMemo(() => invitationSummaryOf(unsent), [unsent]);
  const listed = useList({
    rows: people,
    rowKey,
    textsOf: invitationTexts,
    columns,
    chips: INVITATION_CHIPS,
    asTheyCome: 'Last name',
  });
  const { shown } = listed;
  const chosen = shown.filter(isChosen);
  const { tick, tickAll } = useStable({
    tick: (key: Key, on: boolean) => setChoices(new Map(choices).set(key, on)),
    tickAll: (on: boolean) => setChoices(new Map([...choices, ...shown.map(({ id }) => [id, on] as const)])),
  });
  const list = { ...listed, ticked: chosen, ticks: new Set<Key>(chosen.map(rowKey)), tick, tickAll };

  const holding = people.filter((person) => invitationStateOf(person) === 'invited').length;
  const again = chosen.filter((person) => invitationStateOf(person) === 'invited').length;
  const reached = chosen.filter(({ email }) => email !== '').length;
  const mails = community?.sends_mail === true;

  const question: Question | undefined =
    again > 0
      ? {
          text: `${again === 1 ? 'One of them has an invitation' : `${again} of them have an invitation`} already.\nIts link stops working, also on a printed letter.`,
          confirmLabel: 'Invite Again',
        }
      : undefined;

  /** Without a connection each invitation waits on this device; its link is made once it is sent. */
  async function inviteLater(): Promise<void> {
    if (question && !(await confirm(question))) return;
    for (const person of chosen) {
      const { unit, access_since, unit_number, property_name, invited_at } = person;
      const body = {
        by_email: mails && byEmail && person.email !== '',
        invited_at: invitationStateOf(person) === 'invited' ? (invited_at ?? null) : null,
        ...{ unit, access_since: access_since ?? null },
      };
      await entered.invite(person.id, body, { name: fullNameOf(person), unit_number, property_name });
    }
  }

  async function invite(): Promise<void> {
    if (!(await reaching.mutateAsync())) return inviteLater();
    await changes.change({
      route: 'invite',
      input: { body: { user_ids: chosen.map(rowKey), by_email: mails && byEmail } },
      ...(question && { question }),
      failed: (reason) => `Nobody was invited: ${reason}`,
      onDone: onInvited,
    });
  }

  if (people.length === 0) {
    return (
      <EmptyState icon={MailCheck} title="Everyone has a password">
        Add a person here, or import a spreadsheet, to invite them.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {mails && reached > 0 ? (
        <Checkbox
          label={`Send by e-mail to the ${reached} of them who ${reached === 1 ? 'has' : 'have'} an address`}
          checked={byEmail}
          onChange={({ target }) => setByEmail(target.checked)}
        />
      ) : (
        <p className="text-muted">
          No mail is sent {mails ? 'without an address' : 'from here'}: copy the links, or print the letters,
          once the people are invited.
        </p>
      )}
      {/* One element, so that what can be done with the selected stays in sight along all rows. */}
      <div>
        <ListTools
          label="Search by name, unit or e-mail"
          list={list}
          one="person"
          many="people"
          chipsLabel="Invitations"
          tableOf={invitationsTable}
          printed="People without a password"
          actionsOf={() => (
            <>
              {chosen.length < shown.length && (
                <Button variant="quiet" onClick={() => tickAll(true)}>
                  {`Select all ${numberText(shown.length)}`}
                </Button>
              )}
              <Button
                busy={changes.busy || reaching.isPending}
                busyLabel="Inviting..."
                disabled={chosen.length > (online ? MOST_INVITED : MOST_UNSENT)}
                onClick={() => void invite()}
              >
                {`Invite ${chosen.length === 1 ? '1 Person' : `${chosen.length} People`}`}
              </Button>
            </>
          )}
        />
        {!online && chosen.length > MOST_UNSENT && (
          <p className="mb-3 text-muted">
            Without a connection, at most {MOST_UNSENT} people are invited at once.
          </p>
        )}
        <div className="mb-3 flex flex-wrap gap-3 empty:hidden max-sm:*:grow">
          {chosen.length === 0 && shown.length > 0 && (
            <Button variant="secondary" onClick={() => tickAll(true)}>
              {`Select all ${numberText(shown.length)}`}
            </Button>
          )}
          {holding > 0 && (
            <Button variant="secondary" disabled={!online} onClick={onShowAgain}>
              Show Links Again
            </Button>
          )}
        </div>
        <ListTable
          caption="People without a password"
          list={list}
          columns={columns}
          rowKey={rowKey}
          nameOf={fullNameOf}
          summaryOf={summary}
          empty="Nobody here has that."
        />
      </div>
    </div>
  );
}

const rowKey = ({ id }: ListedUser) => id;
