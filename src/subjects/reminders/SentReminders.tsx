import { Printer } from 'lucide-react';
import type { LatePerson, RemindersSent } from '../../../contract/reminders/reminder.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { reachedText } from './reachedText.ts';

interface SentRemindersProps {
  answer: RemindersSent;
  late: readonly LatePerson[];
}

/** How each was told, and the letters for those whom no message reaches. */
export function SentReminders({ answer: { reminded, recent, left_out }, late }: SentRemindersProps) {
  const letters = reminded.filter(({ reached }) => reached.length === 0).map(({ user_id }) => user_id);
  const nameOf = (id: number) => {
    const person = late.find(({ user_id }) => user_id === id);
    return person ? fullNameOf(person) : 'Somebody';
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner type="success">
        {reminded.length === 1 ? '1 person was reminded.' : `${reminded.length} people were reminded.`}
      </Banner>
      <ul role="list" className="max-h-72 divide-y divide-line overflow-y-auto empty:hidden">
        {reminded.map(({ user_id, reached }) => (
          <li key={user_id} className="py-2">
            <span className="font-semibold wrap-anywhere">{nameOf(user_id)}</span>{' '}
            <span className="text-muted">{reachedText(reached)}</span>
          </li>
        ))}
      </ul>
      {recent.length > 0 && (
        <p className="text-muted">
          Left out, since they were reminded in the last 5 days: {recent.map(nameOf).join(', ')}.
        </p>
      )}
      {left_out.length > 0 && (
        <p className="text-muted">
          Left out, since nothing is past due any more: {left_out.map(nameOf).join(', ')}.
        </p>
      )}
      {letters.length > 0 && (
        <ButtonLink icon={Printer} variant="secondary" to={`/admin/letters?people=${letters.join(',')}`}>
          {letters.length === 1 ? 'Print a letter' : `Print ${letters.length} letters`}
        </ButtonLink>
      )}
    </div>
  );
}
