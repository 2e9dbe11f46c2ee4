import { NewPerson } from '../../../contract/users/account.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import type { PersonItem } from '../../offline/subjects/people/invitations.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { UnitFields } from './AccountFields.tsx';
import { editPersonDraft, type Entered } from './entered/useEntered.ts';
import { FIRST_PROPERTY, unitIdOf } from './userUnits.ts';

const EMPTY = {
  ...{ firstName: '', lastName: '', email: '', phone: '', property: FIRST_PROPERTY, unit: '' },
  invite: false,
};

interface AddPersonProps {
  /** The unsent person who is edited; without it a new one is added. */
  item?: PersonItem | undefined;
  entered: Entered;
  /** Called once the person is sent or queued. */
  onSent: () => void;
  onClose: () => void;
}

/** The dialog that enters a resident without a password, who is invited with it or later, with or without a connection. */
export function AddPerson({ item, entered, onSent, onClose }: AddPersonProps) {
  const units = useCachedQuery('listUnits', {});
  const unitOf = (id: number | null | undefined) => units.data?.find((each) => each.id === id);
  const bodyOf = ({ firstName, lastName, email, phone, invite, ...home }: typeof EMPTY) => ({
    ...{ firstName, lastName, email: email.trim() || null, phone, unit: unitIdOf(home), invite },
  });
  const form = useQueuedForm({
    draft: item ? editPersonDraft(item.id) : 'new-person',
    initial: item ? typedOf(item, unitOf(item.input.body.unit)?.property_id) : EMPTY,
    route: 'createPerson',
    bodyOf,
    failed: 'The person could not be added.',
    onSubmit: async (typed, _photos, version) => {
      const body = NewPerson.parse(bodyOf(typed));
      const { unit_number = null, property_name = null } = unitOf(body.unit) ?? {};
      const shown = { unit_number, property_name };
      if (item) await entered.change(item, body, shown, version);
      else await entered.add(body, shown, version);
      onSent();
    },
  });
  return (
    <FormModal
      title={item ? 'Edit Person' : 'Add Person'}
      submitLabel={item ? 'Save' : 'Add Person'}
      busyLabel={item ? 'Saving...' : 'Adding...'}
      form={form}
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
      <Checkbox
        label="Invite them with it"
        help="Their link is made once this is sent: it goes out by e-mail where mail is sent from here, and stands in the list to copy and print."
        {...form.field('invite')}
      />
    </FormModal>
  );
}

function typedOf({ input: { body } }: PersonItem, property: number | undefined): typeof EMPTY {
  return {
    ...{ firstName: body.firstName, lastName: body.lastName },
    ...{ email: body.email ?? '', phone: body.phone ?? '' },
    property: property === undefined ? FIRST_PROPERTY : String(property),
    unit: body.unit == null ? '' : String(body.unit),
    invite: body.invite ?? false,
  };
}
