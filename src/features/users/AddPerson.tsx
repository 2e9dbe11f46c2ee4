import type { User } from '../../../contract/users/user.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { UnitFields } from './AccountFields.tsx';
import { FIRST_PROPERTY, unitIdOf } from './userUnits.ts';

const EMPTY = { firstName: '', lastName: '', email: '', phone: '', property: FIRST_PROPERTY, unit: '' };

interface AddPersonProps {
  onAdded: (person: User) => void | Promise<void>;
  onClose: () => void;
}

/** The dialog that enters a resident without a password, who is invited then. */
export function AddPerson({ onAdded, onClose }: AddPersonProps) {
  const form = useOnlineForm({
    draft: 'new-person',
    initial: EMPTY,
    route: 'createPerson',
    inputOf: ({ firstName, lastName, email, phone, ...home }: typeof EMPTY) => ({
      body: { firstName, lastName, email: email.trim() || null, phone, unit: unitIdOf(home) },
    }),
    failed: (message = 'The person could not be added.') => message,
    onDone: onAdded,
  });
  return (
    <FormModal
      title="Add Person"
      submitLabel="Add Person"
      busyLabel="Adding..."
      form={form}
      needs="You need a connection to add a person. What you write is kept on this device."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="First name" required {...form.field('firstName')} />
        <Field label="Last name" required {...form.field('lastName')} />
      </div>
      <Field
        label="Email (optional)"
        type="email"
        help="Without one, give them a printed letter."
        {...form.field('email')}
      />
      <Field label="Phone (optional)" type="tel" {...form.field('phone')} />
      <UnitFields form={form} />
    </FormModal>
  );
}
