import { useLayoutEffect, useRef, useState } from 'react';
import { ownUnitLabel } from '../../../contract/units/unit.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { NOT_SET, profileOf, type ProfileFields, type ShownUser } from './shownUser.ts';

interface ConfirmProfileProps {
  shown: ShownUser;
  form: OnlineForm<ProfileFields>;
  saved: boolean;
  onCancel: () => void;
}

/** The profile after the change, with the changed fields marked. */
export function ConfirmProfile({ shown, form, saved, onCancel }: ConfirmProfileProps) {
  const save = useRef<HTMLButtonElement>(null);
  // The focused button is gone, and the focus would go to the top of the page.
  useLayoutEffect(() => save.current?.focus(), []);
  // After saving the page has the new values and the form is empty, so the marked fields are remembered here.
  const [{ before, typed }] = useState({ before: profileOf(shown), typed: form.values });
  const item = (label: string, name: keyof ProfileFields) => ({
    label,
    highlight: typed[name] !== before[name],
    value:
      typed[name] === before[name] ? (
        typed[name]
      ) : (
        <>
          <mark className="bg-transparent font-bold text-ink">{typed[name] || NOT_SET}</mark>
          <span className="block text-sm font-normal text-muted">was {before[name] || NOT_SET}</span>
        </>
      ),
  });

  return (
    <form onSubmit={form.submit} noValidate>
      <Card title="Confirm Changes">
        <FormNotices
          form={{ ...form, restored: false }}
          needs="You need a connection to save your profile. What you typed is kept on this device."
        />
        {saved && <Banner type="success">Profile updated successfully!</Banner>}
        <DescriptionList
          items={[
            item('First name', 'firstName'),
            item('Last name', 'lastName'),
            item('Email', 'email'),
            ...(before.phone === '' && typed.phone === '' ? [] : [item('Phone', 'phone')]),
            { label: 'Username', value: shown.username },
            { label: 'Unit', value: ownUnitLabel(shown) },
          ]}
        />
        <div className="mt-2 flex flex-wrap gap-3 max-sm:[&>button]:w-full">
          <Button ref={save} type="submit" busy={form.busy && !saved} busyLabel="Saving..." disabled={saved}>
            Save Changes
          </Button>
          <Button variant="secondary" disabled={form.busy || saved} onClick={onCancel}>
            Cancel Changes
          </Button>
        </div>
      </Card>
    </form>
  );
}
