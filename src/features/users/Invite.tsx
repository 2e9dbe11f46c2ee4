import { MailCheck } from 'lucide-react';
import { useMemo, useState, type Key } from 'react';
import { MOST_INVITED, type Invitation } from '../../../contract/users/invitation.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { invitationStateOf } from '../../subjects/users/invitationState.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { useStable } from '../../ui/lists/useStable.ts';
import {
  INVITATION_CHIPS,
  invitationColumns,
  invitationsTable,
  invitationSummary,
  invitationTexts,
} from './invitationColumns.tsx';

interface InviteProps {
  people: readonly ListedUser[];
  /** The id of the person who alone is selected first; without one, whoever has no invitation. */
  first: number;
  online: boolean;
  changes: ReturnType<typeof useOnlineChange>;
  onInvited: (invitations: readonly Invitation[]) => void;
  onShowAgain: () => void;
}

/** People without a password, of whom those that are selected are invited. */
export function Invite({ people, first, online, changes, onInvited, onShowAgain }: InviteProps) {
  const community = useCommunity();
  /** What was selected by hand, by the id of the person. */
  const [choices, setChoices] = useState<ReadonlyMap<Key, boolean>>(new Map());
  const [byEmail, setByEmail] = useState(true);
  const isFirst = people.some(({ id }) => id === first);
  const isChosen = (person: ListedUser) =>
    choices.get(person.id) ?? (isFirst ? person.id === first : invitationStateOf(person) !== 'invited');

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
  const columns = useMemo(() => invitationColumns(online, withdraw), [online, withdraw]);
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

  async function invite(): Promise<void> {
    await changes.change({
      route: 'invite',
      input: { body: { user_ids: chosen.map(rowKey), by_email: mails && byEmail } },
      ...(again > 0 && {
        question: {
          text: `${again === 1 ? 'One of them has an invitation' : `${again} of them have an invitation`} already.\nIts link stops working, also on a printed letter.`,
          confirmLabel: 'Invite Again',
        },
      }),
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
                busy={changes.busy}
                busyLabel="Inviting..."
                disabled={!online || chosen.length > MOST_INVITED}
                onClick={() => void invite()}
              >
                {`Invite ${chosen.length === 1 ? '1 Person' : `${chosen.length} People`}`}
              </Button>
            </>
          )}
        />
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
          summaryOf={invitationSummary}
          empty="Nobody here has that."
        />
      </div>
    </div>
  );
}

const rowKey = ({ id }: ListedUser) => id;
