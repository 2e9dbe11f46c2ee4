import { useEffect, useRef, useState } from 'react';
import type { ProfileEdit } from '../../../contract/user.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { NeedsConnection } from './NeedsConnection.tsx';
import { unitWords, valuesOf, type Shown } from './values.ts';

interface ConfirmProfileProps {
  shown: Shown;
  typed: ProfileEdit;
  saving?: boolean;
  saved?: boolean;
  problem?: string;
  onSave: () => void;
  onCancel: () => void;
}

/** The profile as it would be, with what changes marked. */
export function ConfirmProfile({
  shown,
  typed,
  saving,
  saved,
  problem,
  onSave,
  onCancel,
}: ConfirmProfileProps) {
  const save = useRef<HTMLButtonElement>(null);
  // The button that led here is gone, and focus would start over at the top of the page.
  useEffect(() => save.current?.focus(), []);
  // While it is saved the page already knows the new values; what was confirmed stays marked.
  const [before] = useState(() => valuesOf(shown));
  const item = (label: string, name: keyof ProfileEdit) => ({
    label,
    highlight: typed[name] !== before[name],
    value:
      typed[name] === before[name] ? (
        typed[name]
      ) : (
        <>
          <mark className="bg-transparent font-bold text-ink">{typed[name]}</mark>
          <span className="block text-sm font-normal text-muted">was {before[name] || '(not set)'}</span>
        </>
      ),
  });

  return (
    <Card title="Confirm Changes">
      <NeedsConnection>
        You need a connection to save your profile. What you typed is kept on this device.
      </NeedsConnection>
      {problem && <Banner type="error">{problem}</Banner>}
      {saved && <Banner type="success">Profile updated successfully!</Banner>}
      <DescriptionList
        items={[
          item('First name', 'firstName'),
          item('Last name', 'lastName'),
          item('Email', 'email'),
          { label: 'Username', value: shown.username },
          { label: 'Unit', value: unitWords(shown) },
        ]}
      />
      <div className="mt-2 flex flex-wrap gap-3 max-sm:[&>button]:w-full">
        <Button ref={save} busy={saving} busyLabel="Saving..." disabled={saved} onClick={onSave}>
          Save Changes
        </Button>
        <Button variant="secondary" disabled={(saving ?? false) || saved} onClick={onCancel}>
          Cancel Changes
        </Button>
      </div>
    </Card>
  );
}
