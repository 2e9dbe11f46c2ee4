import { useState } from 'react';
import type { LatePerson, RemindersSent } from '../../../contract/reminders/reminder.ts';
import { daysBetween } from '../../../contract/values/calendar.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { RemindForm } from './RemindForm.tsx';
import { SentReminders } from './SentReminders.tsx';

export interface RemindDialogProps {
  /** The ids of the people, of whom it is said who is left out since they are not late; or all who are late for more days than this. */
  people: readonly number[] | { lateForMoreThan: number };
  onClose: () => void;
}

/** Reminds people of what is past due, in words that can be edited, and says how each was told. */
export default function RemindDialog({ people, onClose }: RemindDialogProps) {
  const reminders = useCachedQuery('readReminders', {});
  // Who is reminded stays as it was when it was sent.
  const [sent, setSent] = useState<{ answer: RemindersSent; late: LatePerson[] }>();
  const { data } = reminders;
  const known = data?.late.filter(({ user_id, since }) =>
    'lateForMoreThan' in people
      ? daysBetween(since, data.day) > people.lateForMoreThan
      : people.includes(user_id),
  );
  if (sent) {
    return (
      <Modal title="Reminders" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <SentReminders {...sent} />
      </Modal>
    );
  }
  if (data === undefined || known === undefined || known.length === 0) {
    return (
      <Modal title="Remind" size="small" onClose={onClose}>
        <Loaded query={reminders} failed="Unable to load who is late" loading={<p>Loading...</p>}>
          {() => <p>{nothingText(people)}</p>}
        </Loaded>
      </Modal>
    );
  }
  return (
    <RemindForm
      draft={'lateForMoreThan' in people ? 'reminder-all' : `reminder-${people.join(',')}`}
      words={data.words}
      day={data.day}
      late={known}
      leftOut={'lateForMoreThan' in people ? 0 : people.length - known.length}
      onSent={(answer, late) => setSent({ answer, late })}
      onClose={onClose}
    />
  );
}

function nothingText(people: RemindDialogProps['people']): string {
  if ('lateForMoreThan' in people) return `Nobody is late for more than ${people.lateForMoreThan} days.`;
  return `${people.length === 1 ? 'This account owes' : 'These accounts owe'} nothing that is past due.`;
}
