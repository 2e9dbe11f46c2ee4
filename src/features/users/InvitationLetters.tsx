import { Printer } from 'lucide-react';
import { INVITATION_DAYS, type Invitation } from '../../../contract/users/invitation.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { phoneText } from '../../subjects/phone/Phone.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { LazyQrCode } from '../../ui/data/LazyQrCode.tsx';
import { useCopy } from '../../ui/data/useCopy.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';

interface InvitationLettersProps {
  invitations: readonly Invitation[];
  onClose: () => void;
}

/** Invitations as they are handed out: links to copy on screen, and on paper a letter on a page for each. */
export function InvitationLetters({ invitations, onClose }: InvitationLettersProps) {
  const { copied, copy } = useCopy();
  const mailed = invitations.filter((each) => each.mailed).length;
  return (
    <section aria-label="Invitations" className="flex flex-col gap-6">
      <div className="flex flex-col gap-4 print:hidden">
        <Banner type="success">{madeText(invitations.length, mailed)}</Banner>
        <p className="text-muted">
          Each link can be used once, within {INVITATION_DAYS} days. Whoever has it can choose the password,
          so give it to nobody else. You can see the links again here until they are used.
        </p>
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <Button icon={Printer} onClick={() => window.print()}>
            Print Letters
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Back to the List
          </Button>
        </div>
        <p role="status" className="text-sm font-medium text-muted empty:hidden">
          {copied}
        </p>
      </div>
      <ul role="list" className="grid grid-cols-1 gap-4 md:grid-cols-2 print:block">
        {invitations.map((invitation) => (
          <li key={invitation.user_id} className="break-after-page last:break-after-auto">
            <div className="print:hidden">
              <OnScreen invitation={invitation} onCopy={copy} />
            </div>
            <Letter invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function madeText(made: number, mailed: number): string {
  const all = made === 1 ? '1 invitation is ready.' : `${made} invitations are ready.`;
  if (mailed === 0) return all;
  return `${all} ${mailed === made ? (made === 1 ? 'It is' : 'They are') : mailed === 1 ? '1 of them is' : `${mailed} of them are`} on the way by e-mail.`;
}

/** The address that an invitation is opened by. */
function linkOf({ token }: Invitation): string {
  return `${window.location.origin}/invitation#${token}`;
}

interface OnScreenProps {
  invitation: Invitation;
  onCopy: (text: string) => Promise<void>;
}

function OnScreen({ invitation, onCopy }: OnScreenProps) {
  const name = fullNameOf(invitation);
  return (
    <Card title={name} className="h-full">
      <p className="wrap-anywhere text-muted">
        {unitLabel(invitation)}
        {invitation.email && (
          <>
            <br />
            {invitation.email}
          </>
        )}
      </p>
      <p className="rounded-control bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">
        {linkOf(invitation)}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Until <Time value={invitation.expires_at} />
        </p>
        <Button
          variant="secondary"
          aria-label={`Copy the link of ${name}`}
          onClick={() => void onCopy(linkOf(invitation))}
        >
          Copy Link
        </Button>
      </div>
    </Card>
  );
}

/** On paper alone. */
function Letter({ invitation }: { invitation: Invitation }) {
  const community = useCommunity();
  const link = linkOf(invitation);
  const phone = community?.phone_number;
  const contact = [phone && (phoneText(phone) ?? phone), community?.email].filter(Boolean).join(' or ');
  return (
    <article className="hidden flex-col gap-6 text-[11pt] leading-relaxed print:flex">
      <div className="flex items-start justify-between gap-6">
        <Logo />
        {community?.address && <p className="max-w-64 text-right text-[9pt]">{community.address}</p>}
      </div>
      <p className="mt-8">
        <span className="block font-semibold">{fullNameOf(invitation)}</span>
        {invitation.unit_number !== null && unitLabel(invitation)}
      </p>
      <h2 className="text-[16pt] font-bold">Your invitation to our resident portal</h2>
      <p>
        Dear {invitation.first_name}, on your phone you can now see your balance and pay, report a problem
        with photos, and read what is new{community?.name ? ` at ${community.name}` : ''}. It works without a
        signal too.
      </p>
      <div className="flex items-center gap-8">
        <div className="size-48 shrink-0">
          <LazyQrCode text={link} label={`The link of ${fullNameOf(invitation)}`} />
        </div>
        <ol className="list-decimal space-y-2 pl-5">
          <li>Point your phone’s camera at the code, and open the page.</li>
          <li>Check your name and unit.</li>
          <li>Choose a password. Nobody but you knows it.</li>
        </ol>
      </div>
      <p>
        Or type this address: <span className="font-mono text-[9pt] wrap-anywhere">{link}</span>
      </p>
      <p>
        The code is for you alone. It can be used once, until <Time value={invitation.expires_at} />.
        {contact && ` Questions? Ask us: ${contact}.`}
      </p>
    </article>
  );
}
