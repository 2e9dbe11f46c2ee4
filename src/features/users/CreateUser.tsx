import type { FieldMessages } from '../../../contract/http/failure.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { AccountFields } from './AccountFields.tsx';
import { FIRST_PROPERTY, unitIdOf } from './userUnits.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  phone: '',
  property: FIRST_PROPERTY,
  unit: '',
  password: '',
  confirmPassword: '',
  must_change_password: true,
};
type Typed = typeof EMPTY;

interface CreateUserProps {
  onCreated: () => void | Promise<void>;
  onClose: () => void;
}

/** The dialog that creates a user. Its draft is stored on this device until it is sent, without the passwords. */
export function CreateUser({ onCreated, onClose }: CreateUserProps) {
  const confirm = useConfirm();
  const form = useOnlineForm({
    draft: 'new-user',
    initial: EMPTY,
    secret: ['password', 'confirmPassword'],
    route: 'register',
    inputOf: ({ property, unit, confirmPassword: _, ...account }: Typed) => ({
      body: { ...account, unit: unitIdOf({ property, unit }) },
    }),
    check: passwordsMatch,
    confirm: () =>
      confirm({ text: 'Are you sure you want to create this user?', confirmLabel: 'Create User' }),
    failed: () => 'Failed to create user. Please try again.',
    alwaysSay: true,
    onDone: onCreated,
  });
  return (
    <FormModal
      title="Create User"
      submitLabel="Create User"
      busyLabel="Creating..."
      form={form}
      needs="You need a connection to create a user. What you write is kept on this device, but for the passwords."
      onClose={onClose}
    >
      <AccountFields form={form} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          help="At least 7 characters"
          required
          {...form.field('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          {...form.field('confirmPassword')}
        />
      </div>
      <Checkbox
        label="Must choose a new password at first sign-in"
        help="Then nobody but them knows it."
        {...form.field('must_change_password')}
      />
    </FormModal>
  );
}

function passwordsMatch({ password, confirmPassword }: Typed): FieldMessages {
  if (password !== confirmPassword) return { confirmPassword: 'Passwords do not match' };
  return confirmPassword === '' ? { confirmPassword: 'Please enter the password again.' } : {};
}
