import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ProfileEdit } from '../../../contract/user.ts';
import { changesOf } from '../../offline/subjects/changesOf.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { NeedsConnection } from './NeedsConnection.tsx';
import { unitWords, valuesOf, type Shown } from './values.ts';

const NAMES = ['firstName', 'lastName', 'email'] as const;

interface EditProfileProps {
  shown: Shown;
  start: ProfileEdit;
  /** Whether `start` was typed before this page opened. */
  restored: boolean;
  problem: string | undefined;
  /** What the server said of single fields. */
  refused: Partial<ProfileEdit> | undefined;
  onType: (typed: ProfileEdit) => void;
  onNext: (typed: ProfileEdit) => void;
  onCancel: () => void;
}

/** The profile's fields; what is typed stays on this device until it is saved or cancelled. */
export function EditProfile({
  shown,
  start,
  restored,
  problem,
  refused,
  onType,
  onNext,
  onCancel,
}: EditProfileProps) {
  const [unchanged, setUnchanged] = useState(false);
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    resolver: standardSchemaResolver(ProfileEdit),
    defaultValues: start,
  });

  const beginWith = useEffectEvent(() => {
    const named = NAMES.filter((name) => refused?.[name]);
    for (const name of named) setError(name, { message: refused?.[name] ?? '' });
    setFocus(named[0] ?? 'firstName');
  });
  useEffect(() => beginWith(), []);

  const next = handleSubmit((typed) => {
    const changed = Object.keys(changesOf(valuesOf(shown), typed)).length > 0;
    setUnchanged(!changed);
    if (changed) onNext(typed);
  });
  const field = (name: (typeof NAMES)[number]) => ({
    ...register(name, {
      onChange: () => {
        setUnchanged(false);
        onType(getValues());
      },
    }),
    error: formState.errors[name]?.message,
    required: true,
  });

  return (
    <Card title="Edit Profile">
      <form onSubmit={(event) => void next(event)} noValidate className="flex flex-col gap-5">
        <NeedsConnection>
          You need a connection to save your profile. What you type here is kept on this device.
        </NeedsConnection>
        {problem && <Banner type="error">{problem}</Banner>}
        {restored && !problem && <Banner>We kept what you wrote.</Banner>}
        {unchanged && <Banner type="warning">No changes detected.</Banner>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" {...field('firstName')} />
          <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Username" value={shown.username} readOnly help="Username cannot be changed" />
          <Field label="Unit" value={unitWords(shown)} readOnly help="Contact management to change unit" />
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
