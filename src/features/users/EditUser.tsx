import { useState } from 'react';
import type { OneTimePassword } from '../../../contract/users/account.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { CHANGE_LABELS, changedPart } from '../../subjects/users/changeLabels.ts';
import { changesOf } from '../../forms/changesOf.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { AccountFields, type Account } from './AccountFields.tsx';
import { canBeInvited } from '../../subjects/users/invitationState.ts';
import { InviteHint } from './InviteHint.tsx';
import { FIRST_PROPERTY, unitIdOf } from './userUnits.ts';
import { GivenPassword, ResetPassword } from './ResetPassword.tsx';

interface EditUserProps {
  user: ListedUser;
  /** The id of the user's property. */
  property: number | undefined;
  /** Whether no unit has the number that they claim. */
  claimsUnknown: boolean;
  onSaved: () => void | Promise<void>;
  onClose: () => void;
}

/** The dialog that edits a user. Its draft is stored on this device until it is saved or discarded. */
export function EditUser({ user, property, claimsUnknown, onSaved, onClose }: EditUserProps) {
  const confirm = useConfirm();
  const [given, setGiven] = useState<OneTimePassword>();
  const form = useOnlineForm({
    draft: `edit-user-${user.id}`,
    initial: typedOf(user, property),
    route: 'updateUser',
    inputOf: (typed, began) => ({
      params: { id: String(user.id) },
      body: { id: user.id, ...changesOf(bodyOf(began), bodyOf(typed)) },
    }),
    confirm: () =>
      confirm({ text: 'Are you sure you want to update this user?', confirmLabel: 'Update User' }),
    failed: () => 'Failed to update user. Please try again.',
    alwaysSay: true,
    onDone: onSaved,
  });
  if (given) return <GivenPassword user={user} given={given} onClose={onClose} />;
  return (
    <FormModal
      title="Edit User"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      form={form}
      subject={
        claimsUnknown && (
          <Banner>
            {fullNameOf(user)} named unit {user.unit_claim}, which no property has. Choose their unit here, or
            decline the claim in the list of users.
          </Banner>
        )
      }
      below={
        <>
          {canBeInvited(user) && <InviteHint user={user} />}
          {user.is_current_user && (
            <ResetPassword user={user} online={!form.lacksConnection} onGiven={setGiven} />
          )}
          <ChangeHistory subject="user" id={user.id} labels={CHANGE_LABELS} nameOf={changedPart} />
        </>
      }
      onClose={onClose}
    >
      <AccountFields form={form} homeRequired />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Select
          label="Active"
          help="Whoever is not active cannot sign in."
          required
          {...form.field('isCurrentUser')}
        >
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
        <Select
          label="Manager"
          help="A manager sees and changes everything, and only they change their own account."
          required
          {...form.field('isManager')}
        >
          <option value="no">No</option>
          <option value="yes">Yes</option>
        </Select>
      </div>
    </FormModal>
  );
}

type YesOrNo = 'yes' | 'no';

interface Typed extends Account {
  isCurrentUser: YesOrNo;
  isManager: YesOrNo;
}

function typedOf(user: ListedUser, property: number | undefined): Typed {
  const flag = (is: boolean): YesOrNo => (is ? 'yes' : 'no');
  return {
    firstName: user.first_name,
    lastName: user.last_name,
    username: user.username,
    email: user.email,
    phone: user.phone ?? '',
    property: property === undefined ? FIRST_PROPERTY : String(property),
    unit: user.unit === null ? '' : String(user.unit),
    isCurrentUser: flag(user.is_current_user),
    isManager: flag(user.is_manager),
  };
}

function bodyOf({ isCurrentUser, isManager, ...typed }: Typed) {
  const { firstName, lastName, username, email, phone } = typed;
  return {
    ...{ firstName, lastName, email, phone, username },
    isManager: isManager === 'yes',
    isCurrentUser: isCurrentUser === 'yes',
    unit: unitIdOf(typed),
  };
}
