import { useState } from 'react';
import type { LatePerson, RemindersSent } from '../../../contract/reminders/reminder.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { RemindForm } from './RemindForm.tsx';
import { SentReminders } from './SentReminders.tsx';

export interface RemindDialogProps {
  /** The ids of the people; who is not late is said to be left out. */
  people: readonly number[];
  onClose: () => void;
}

/** Reminds people of what is past due, in words that can be edited, and says how each was told. */
export default function RemindDialog({ people, onClose }: RemindDialogProps) {
  const reminders = useCachedQuery('readReminders', {});
  // Who is reminded stays as it was when it was sent.
  const [sent, setSent] = useState<{ answer: RemindersSent; late: LatePerson[] }>();
  const known = reminders.data?.late.filter(({ user_id }) => people.includes(user_id));
  if (sent) {
    return (
      <Modal title="Reminders" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <SentReminders {...sent} />
      </Modal>
    );
  }
  if (reminders.data === undefined || known === undefined || known.length === 0) {
    return (
      <Modal title="Remind" size="small" onClose={onClose}>
        <Loaded query={reminders} failed="Unable to load who is late" loading={<p>Loading...</p>}>
          {() => (
            <p>
              {people.length === 1 ? 'This account owes' : 'These accounts owe'} nothing that is past due.
            </p>
          )}
        </Loaded>
      </Modal>
    );
  }
  const [first, ...others] = known;
  return (
    <RemindForm
      title={first && others.length === 0 ? `Remind ${fullNameOf(first)}` : `Remind ${known.length} people`}
      words={reminders.data.words}
      day={reminders.data.day}
      late={known}
      leftOut={people.length - known.length}
      onSent={(answer) => setSent({ answer, late: known })}
      onClose={onClose}
    />
  );
}
