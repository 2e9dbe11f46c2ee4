import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MOST_INVITED, type Invitation } from '../../../contract/users/invitation.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { AddPerson } from './AddPerson.tsx';
import { InvitationLetters } from './InvitationLetters.tsx';
import { canBeInvited, invitationStateOf } from '../../subjects/users/invitationState.ts';
import { InvitationTable } from './InvitationTable.tsx';

/** `/admin/invitations`: people who have no password yet, to add and to invite. */
export default function Invitations() {
  const list = useCachedQuery('listUsers', {});
  const [address, setAddress] = useSearchParams();
  const online = useOnline();
  const changes = useOnlineChange();
  const [shown, setShown] = useState<readonly Invitation[]>();
  const adding = address.has('new');

  async function showAgain(): Promise<void> {
    await changes.change({
      route: 'listInvitations',
      input: {},
      failed: (reason) => `The links could not be loaded: ${reason}`,
      onDone: setShown,
    });
  }

  return (
    <ManagerScreen
      title="Invitations"
      description="People who have no password yet. Each chooses one by a link that only they get."
      action={
        shown === undefined && (
          <Button variant="secondary" onClick={() => setAddress({ new: '1' })}>
            Add Person
          </Button>
        )
      }
      needs="You need a connection to invite people. You can see who is invited."
      notice={changes.notice}
      onNoticeDone={changes.forgetNotice}
      printsWithoutHeading={shown !== undefined}
    >
      {shown ? (
        <InvitationLetters invitations={shown} onClose={() => setShown(undefined)} />
      ) : (
        <Loaded query={list} failed="Failed to load the people" loading={<Loading cards={2} />}>
          {(users) => (
            <Invite
              people={users.filter(canBeInvited)}
              first={Number(address.get('user'))}
              online={online}
              changes={changes}
              onInvited={setShown}
              onShowAgain={() => void showAgain()}
            />
          )}
        </Loaded>
      )}
      {adding && (
        <AddPerson
          onClose={() => setAddress({}, { replace: true })}
          onAdded={async (person) => {
            await changes.succeeded(`${fullNameOf(person)} was added, and can be invited now.`);
            setAddress({ user: String(person.id) }, { replace: true });
          }}
        />
      )}
    </ManagerScreen>
  );
}

interface InviteProps {
  people: readonly ListedUser[];
  /** The id of the person who alone is chosen first; without one, whoever has no invitation. */
  first: number;
  online: boolean;
  changes: ReturnType<typeof useOnlineChange>;
  onInvited: (invitations: readonly Invitation[]) => void;
  onShowAgain: () => void;
}

function Invite({ people, first, online, changes, onInvited, onShowAgain }: InviteProps) {
  const community = useCommunity();
  /** What was chosen by hand, by the id of the person. */
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [byEmail, setByEmail] = useState(true);
  const isFirst = people.some(({ id }) => id === first);
  const chosen = people.filter(
    (person) =>
      choices.get(person.id) ?? (isFirst ? person.id === first : invitationStateOf(person) !== 'invited'),
  );
  const holding = people.filter((person) => invitationStateOf(person) === 'invited').length;
  const again = chosen.filter((person) => invitationStateOf(person) === 'invited').length;
  const reached = chosen.filter(({ email }) => email !== '').length;
  const mails = community?.sends_mail === true;

  async function invite(): Promise<void> {
    await changes.change({
      route: 'invite',
      input: { body: { user_ids: chosen.map(({ id }) => id), by_email: mails && byEmail } },
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
  const setAll = (choice: boolean) => setChoices(new Map(people.map(({ id }) => [id, choice])));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3 max-sm:*:grow">
        <Button
          busy={changes.busy}
          busyLabel="Inviting..."
          disabled={!online || chosen.length === 0 || chosen.length > MOST_INVITED}
          onClick={() => void invite()}
        >
          {`Invite ${chosen.length === 1 ? '1 Person' : `${chosen.length} People`}`}
        </Button>
        <Button variant="secondary" onClick={() => setAll(chosen.length < people.length)}>
          {chosen.length < people.length ? 'Choose All' : 'Choose Nobody'}
        </Button>
        {holding > 0 && (
          <Button variant="secondary" disabled={!online} onClick={onShowAgain}>
            Show Links Again
          </Button>
        )}
      </div>
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
      <InvitationTable
        people={people}
        chosen={new Set(chosen.map(({ id }) => id))}
        online={online}
        onChoose={({ id }, choice) => setChoices(new Map(choices).set(id, choice))}
        onWithdraw={(person) =>
          void changes.change({
            route: 'revokeInvitation',
            input: { params: { id: String(person.id) } },
            question: {
              text: `Withdraw the invitation of ${fullNameOf(person)}?\nIts link stops working.`,
              confirmLabel: 'Withdraw',
            },
            done: `The invitation of ${fullNameOf(person)} was withdrawn.`,
            failed: (reason) => `The invitation could not be withdrawn: ${reason}`,
          })
        }
      />
    </div>
  );
}
