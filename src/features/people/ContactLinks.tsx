import { Mail, Phone as PhoneIcon } from 'lucide-react';
import { Phone } from '../../subjects/phone/Phone.tsx';
import { mailto } from '../../ui/data/mailto.ts';
import { Email } from '../../ui/data/Email.tsx';

interface ContactLinksProps {
  phone: string | null | undefined;
  /** Empty for none. */
  email: string;
}

const look = 'flex min-h-11 min-w-0 items-center font-semibold text-accent-ink underline';

/** How somebody is called and written to; nothing of what they did not give. */
export function ContactLinks({ phone, email }: ContactLinksProps) {
  return (
    <>
      {phone && (
        <p className="flex items-center gap-3">
          <PhoneIcon aria-hidden className="size-5 shrink-0 text-accent-ink" />
          <Phone number={phone} className={`${look} tabular-nums`} />
        </p>
      )}
      {email !== '' && (
        <p className="flex items-center gap-3">
          <Mail aria-hidden className="size-5 shrink-0 text-accent-ink" />
          <a href={mailto(email)} className={look}>
            <span className="min-w-0 wrap-anywhere">
              <Email address={email} />
            </span>
          </a>
        </p>
      )}
    </>
  );
}
