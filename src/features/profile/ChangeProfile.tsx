import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '../../../contract/users/user.ts';
import { changesOf } from '../../forms/changesOf.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ConfirmProfile } from './ConfirmProfile.tsx';
import { EditProfile } from './EditProfile.tsx';
import { cleanProfile, profileOf, type ShownUser } from './shownUser.ts';

const FAILED = 'Failed to update profile. Please try again.';
/** How long the success is shown before the profile, in milliseconds. */
const SUCCESS_SHOWN = 2000;

interface ChangeProfileProps {
  shown: ShownUser;
  onSaved: (user: User) => Promise<void>;
  onLeave: () => void;
}

/** Edits one's own profile: form, confirmation, success. */
export function ChangeProfile({ shown, onSaved, onLeave }: ChangeProfileProps) {
  const [step, setStep] = useState<'edit' | 'confirm' | 'saved'>('edit');
  const [checked, setChecked] = useState<string>();
  const form = useOnlineForm({
    draft: 'profile',
    initial: profileOf(shown),
    route: 'updateUser',
    inputOf: (typed, began) => {
      const changes = changesOf(began, typed);
      // The contract refuses an update without fields, so this form says that nothing changed.
      const body = Object.keys(changes).length > 0 ? changes : typed;
      return { params: { id: String(shown.id) }, body };
    },
    confirm: async () => {
      if (step !== 'edit') return true;
      const typed = cleanProfile(form.form.getValues());
      const changed = Object.keys(changesOf(profileOf(shown), typed)).length > 0;
      if (changed) setStep('confirm');
      else setChecked(JSON.stringify(form.form.getValues()));
      return false;
    },
    failed: () => FAILED,
    unreachable: FAILED,
    alwaysSay: true,
    // For an error of a field, such as a taken email, the form is shown again.
    onFailed: (_words, fields) => {
      if (Object.keys(fields).length > 0) setStep('edit');
    },
    onDone: async (user) => {
      await onSaved(user);
      setStep('saved');
    },
  });

  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (step !== 'saved') return;
    const timer = setTimeout(() => leave(), SUCCESS_SHOWN);
    return () => clearTimeout(timer);
  }, [step]);

  if (!form.ready) return <Loading cards={1} />;
  const cancel = () => void form.startOver().then(onLeave);
  return step === 'edit' ? (
    <EditProfile {...{ shown, form }} unchanged={checked === JSON.stringify(form.values)} onCancel={cancel} />
  ) : (
    <ConfirmProfile {...{ shown, form }} saved={step === 'saved'} onCancel={cancel} />
  );
}
