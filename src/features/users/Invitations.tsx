import { useState } from 'react';
import type { Invitation } from '../../../contract/users/invitation.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { AddPerson } from './AddPerson.tsx';
import { UnsentPeople } from './entered/UnsentPeople.tsx';
import { useEntered } from './entered/useEntered.ts';
import { InvitationLetters } from './InvitationLetters.tsx';
import { Invite } from './Invite.tsx';
import { canBeInvited } from '../../subjects/users/invitationState.ts';

/** `/admin/invitations`: people who have no password yet, to add and to invite. */
export default function Invitations() {
  const list = useCachedQuery('listUsers', {});
  const { address, open, close, closeSent } = useDialogAddress();
  const online = useOnline();
  const changes = useOnlineChange();
  const [shown, setShown] = useState<readonly Invitation[]>();
  const entered = useEntered();
  const adding = address.has('new');
  const edited = entered.people.find(({ id }) => id === address.get('edit'));

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
          <Button variant="secondary" onClick={() => open({ new: '1' })}>
            Add Person
          </Button>
        )
      }
      needs="You need a connection to copy and print links. Whom you add or invite is kept on this device until it can be sent."
      notice={entered.notice ?? changes.notice}
      onNoticeDone={() => {
        entered.setNotice(undefined);
        changes.forgetNotice();
      }}
      printsWithoutHeading={shown !== undefined}
    >
      {shown === undefined && <UnsentPeople entered={entered} onEdit={({ id }) => open({ edit: id })} />}
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
              entered={entered}
              onInvited={setShown}
              onShowAgain={() => void showAgain()}
            />
          )}
        </Loaded>
      )}
      {adding && <AddPerson entered={entered} onSent={closeSent} onClose={close} />}
      {edited && (
        <AddPerson key={edited.id} item={edited} entered={entered} onSent={closeSent} onClose={close} />
      )}
    </ManagerScreen>
  );
}
