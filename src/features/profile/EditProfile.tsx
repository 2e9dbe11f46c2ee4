import { useEffect, useEffectEvent } from 'react';
import { ownUnitLabel } from '../../../contract/units/unit.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { ProfileFields, ShownUser } from './shownUser.ts';

const NAMES = ['firstName', 'lastName', 'email', 'phone'] as const;

interface EditProfileProps {
  shown: ShownUser;
  form: OnlineForm<ProfileFields>;
  /** Whether the user submitted without a change. */
  unchanged: boolean;
  onCancel: () => void;
}

/** The form of the profile. Its draft is stored on this device until it is saved or cancelled. */
export function EditProfile({ shown, form, unchanged, onCancel }: EditProfileProps) {
  const begin = useEffectEvent(() => {
    form.form.setFocus(NAMES.find((name) => form.field(name).error) ?? 'firstName');
  });
  useEffect(() => begin(), []);
  return (
    <Card title="Edit Profile">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <FormNotices
          form={form}
          needs="You need a connection to save your profile. What you type here is kept on this device."
        />
        {unchanged && <Banner type="warning">No changes detected.</Banner>}
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field label="First name" required autoComplete="given-name" {...form.field('firstName')} />
          <Field label="Last name" required autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <Field label="Email" required type="email" autoComplete="email" {...form.field('email')} />
        <Field
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          help="For management. Other residents do not see it."
          {...form.field('phone')}
        />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field label="Username" value={shown.username} readOnly help="Username cannot be changed" />
          <Field label="Unit" value={ownUnitLabel(shown)} readOnly help="Contact management to change unit" />
        </div>
        <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
          <Button type="submit">Next</Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
