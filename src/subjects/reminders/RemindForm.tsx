import { useState } from 'react';
import { reminderText, type LatePerson, type RemindersSent } from '../../../contract/reminders/reminder.ts';
import { toCents } from '../../../contract/values/money.ts';
import { daysBetween } from '../../../contract/values/calendar.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { Tick } from '../../ui/lists/Tick.tsx';
import { isRecent, remindedText } from './remindedText.ts';

interface RemindFormProps {
  /** The name of the draft: what was written for some is not offered for others. */
  draft: string;
  /** The words that the community keeps. */
  words: string;
  /** The community's day. */
  day: string;
  late: readonly LatePerson[];
  /** How many of those who were chosen owe nothing that is past due. */
  leftOut: number;
  onSent: (answer: RemindersSent, to: LatePerson[]) => void;
  onClose: () => void;
}

/** Who is reminded of what, and in which words. */
export function RemindForm({ draft, words, day, late, leftOut, onSent, onClose }: RemindFormProps) {
  const refreshAfterChange = useRefreshAfterChange();
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const chosen = late.filter(({ user_id }) => !without.has(user_id));
  const recent = chosen.filter(isRecent);
  const [first] = chosen;
  // Of one person it is asked by the button.
  const onlyRecent = late.length === 1 && recent.length === 1;
  const form = useOnlineForm({
    draft,
    initial: { words, keep_words: false, again: false },
    route: 'sendReminders',
    inputOf: (typed) => ({
      body: {
        ...typed,
        // Only where it is asked for now, not where a draft has it.
        again: onlyRecent || (typed.again && recent.length > 0),
        user_ids: chosen.map(({ user_id }) => user_id),
      },
    }),
    failed: (message = 'The reminder could not be sent.') => message,
    onDone: async (answer) => {
      onSent(answer, chosen);
      await refreshAfterChange();
    },
  });
  function choose(id: number, on: boolean): void {
    const next = new Set(without);
    if (on) next.delete(id);
    else next.add(id);
    setWithout(next);
  }

  return (
    <FormModal
      title={chosen.length === 1 && first ? `Remind ${fullNameOf(first)}` : `Remind ${chosen.length} people`}
      submitLabel={onlyRecent ? 'Remind Again' : 'Send Reminder'}
      busyLabel="Sending..."
      form={form}
      needs="You need a connection to remind people: what is past due is looked up as it is sent. The words are kept on this device."
      subject={<Late {...{ day, late, leftOut, chosen }} onChoose={choose} />}
      onClose={onClose}
    >
      {!onlyRecent && recent.length > 0 && (
        <Checkbox
          label={
            recent.length === 1
              ? 'Remind the one again who was just reminded'
              : `Remind the ${recent.length} again who were just reminded`
          }
          help="Otherwise who was reminded in the last 5 days is left out."
          {...form.field('again')}
        />
      )}
      <TextArea
        label="Words"
        required
        rows={7}
        help="For each person {name}, {amount}, {since} and {days} are filled in."
        {...form.field('words')}
      />
      {form.ready && first && (
        <figure className="rounded-control bg-sunken p-4">
          <figcaption className="text-sm font-semibold text-muted">What {fullNameOf(first)} reads</figcaption>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">
            {reminderText(form.values.words, first, day)}
          </p>
        </figure>
      )}
      <Checkbox label="Keep these words for next time" {...form.field('keep_words')} />
    </FormModal>
  );
}

interface LateProps extends Pick<RemindFormProps, 'day' | 'late' | 'leftOut'> {
  chosen: readonly LatePerson[];
  onChoose: (id: number, on: boolean) => void;
}

/** Who is late; of several each can be left out. */
function Late({ day, late, leftOut, chosen, onChoose }: LateProps) {
  return (
    <div>
      <ul role="list" className="-my-2 max-h-60 divide-y divide-line overflow-y-auto">
        {late.map((person) => {
          const days = daysBetween(person.since, day);
          return (
            <li key={person.user_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              {late.length > 1 && (
                <Tick
                  name={`Remind ${fullNameOf(person)}`}
                  ticked={chosen.includes(person)}
                  // Somebody has to be left.
                  disabled={chosen.length === 1 && chosen.includes(person)}
                  onTick={(on) => onChoose(person.user_id, on)}
                />
              )}
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-semibold wrap-anywhere">{fullNameOf(person)}</span>{' '}
                <span className="text-muted">
                  owes <Money cents={toCents(person.amount)} className="font-semibold text-ink" /> since{' '}
                  <Time value={person.since} />, {days === 1 ? '1 day' : `${days} days`}
                </span>
              </span>
              {person.reminded && (
                <Badge tone={isRecent(person) ? 'amber' : 'neutral'}>
                  {remindedText(person)}
                  {isRecent(person) && late.length === 1 && '. Remind again?'}
                </Badge>
              )}
            </li>
          );
        })}
      </ul>
      {leftOut > 0 && (
        <p className="mt-2 text-sm text-muted">
          {leftOut === 1 ? '1 is left out, who owes' : `${leftOut} are left out, who owe`} nothing that is
          past due.
        </p>
      )}
    </div>
  );
}
