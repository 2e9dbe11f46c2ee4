import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Invitation } from '../../../contract/users/invitation.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { listPartOf } from '../../ui/layout/listAddress.ts';
import { AddPerson } from './AddPerson.tsx';
import { InvitationLetters } from './InvitationLetters.tsx';
import { Invite } from './Invite.tsx';
import { canBeInvited } from '../../subjects/users/invitationState.ts';

/** `/admin/invitations`: people who have no password yet, to add and to invite. */
export default function Invitations() {
  const list = useCachedQuery('listUsers', {});
  const [, setAddress] = useSearchParams();
  const { address, close } = useDialogAddress();
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
          <Button variant="secondary" onClick={() => setAddress({ ...listPartOf(address), new: '1' })}>
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
          onClose={close}
          onAdded={async (person) => {
            await changes.succeeded(`${fullNameOf(person)} was added, and can be invited now.`);
            setAddress({ user: String(person.id) }, { replace: true });
          }}
        />
      )}
    </ManagerScreen>
  );
}
