import { useCommunity } from '../../subjects/community/community.ts';
import { Email } from '../../ui/data/Email.tsx';
import { Phone } from '../../subjects/phone/Phone.tsx';

/** Where no mail is sent, management gives somebody who forgot their password a one-time password. */
export function WhomToAsk() {
  const community = useCommunity();
  return (
    <div className="flex flex-col gap-1 text-muted">
      <p>
        Forgot your password? Ask {community?.name ?? 'your management'} for a one-time password, with which
        you choose a new one.
      </p>
      <HowToAsk />
    </div>
  );
}

/** The phone and the email of management, where it gave them. */
export function HowToAsk() {
  const community = useCommunity();
  return (
    <>
      {community?.phone_number && (
        <p>
          <Phone
            number={community.phone_number}
            className="inline-flex min-h-11 items-center font-semibold text-accent-ink tabular-nums underline"
          />
        </p>
      )}
      {community?.email && (
        <p>
          <Email address={community.email} />
        </p>
      )}
    </>
  );
}
