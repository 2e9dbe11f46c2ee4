import { MailCheck, Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { LatePerson } from '../../../contract/reminders/reminder.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCommunity } from '../../subjects/community/community.ts';
import { phoneText } from '../../subjects/phone/Phone.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';

/** `/admin/letters?people=…`: the last reminders of these people, or else of all, as letters, each on a page of its own. */
export default function Letters() {
  const [address] = useSearchParams();
  const people = address.get('people')?.split(',');
  const reminders = useCachedQuery('readReminders', {});
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Letters"
          description="The last reminder of each, for whom neither push nor email reaches."
        />
      </div>
      <Loaded query={reminders} failed="Unable to load the reminders">
        {({ late }) => {
          const letters = late.filter(
            ({ user_id, reminded }) => reminded && (people?.includes(String(user_id)) ?? true),
          );
          if (letters.length === 0) {
            return (
              <EmptyState icon={MailCheck} title="No letter to print.">
                {people
                  ? 'These people owe nothing that is past due, or were not reminded of it.'
                  : 'Nobody who owes what is past due was reminded of it.'}
              </EmptyState>
            );
          }
          return (
            <div className="flex flex-col gap-6">
              <Button
                icon={Printer}
                className="self-start max-sm:w-full print:hidden"
                onClick={() => window.print()}
              >
                {letters.length === 1 ? 'Print Letter' : `Print ${letters.length} Letters`}
              </Button>
              {letters.map((person) => (
                <Letter key={person.user_id} person={person} />
              ))}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function Letter({ person }: { person: LatePerson }) {
  const community = useCommunity();
  const phone = community?.phone_number;
  const contact = [phone && (phoneText(phone) ?? phone), community?.email].filter(Boolean).join(' or ');
  const { unit_number, property_name, reminded } = person;
  return (
    <article
      aria-label={`Letter to ${fullNameOf(person)}`}
      className="flex break-after-page flex-col gap-6 rounded-card border border-line bg-surface p-[min(1.5rem,5vw)] leading-relaxed shadow-card last:break-after-auto sm:p-10 print:border-0 print:p-0 print:text-[11pt] print:shadow-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-6">
        <Logo />
        {community?.address && (
          <p className="max-w-64 text-sm wrap-anywhere sm:text-right print:text-right">{community.address}</p>
        )}
      </div>
      <p className="wrap-anywhere">
        <span className="block font-semibold">{fullNameOf(person)}</span>
        {unit_number !== null && property_name !== null && unitLabel({ unit_number, property_name })}
      </p>
      {reminded && (
        <>
          <Time value={reminded.at} className="text-muted" />
          <p className="wrap-anywhere whitespace-pre-wrap">{reminded.text}</p>
        </>
      )}
      <p className="text-sm text-muted">
        The portal: {window.location.origin}
        {contact && `. Questions? Ask us: ${contact}.`}
      </p>
    </article>
  );
}
