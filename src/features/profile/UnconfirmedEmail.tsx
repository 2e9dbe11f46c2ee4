import { useCommunity } from '../../subjects/community/community.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';

/** Says that no mail goes to one's address until it is confirmed, and sends the link that confirms it again. */
export function UnconfirmedEmail() {
  const community = useCommunity();
  const online = useOnline();
  const { busy, notice, change } = useOnlineChange();
  if (!community?.sends_mail) return null;

  const sendAgain = () =>
    change({
      route: 'sendEmailConfirmation',
      input: {},
      done: ({ message }) => message,
      failed: (reason) => `Failed to send the link: ${reason}`,
    });

  return (
    <div className="flex flex-col gap-3">
      <Banner type="warning">
        Your email address is not confirmed, so no mail goes to it yet. Follow the link in the mail that asks
        to confirm it.
      </Banner>
      {notice && <Banner type={notice.type}>{notice.message}</Banner>}
      <Button
        variant="secondary"
        className="self-start max-sm:w-full"
        disabled={!online || busy}
        onClick={() => void sendAgain()}
      >
        Send the Link Again
      </Button>
      {!online && <p className="text-muted">You need a connection to send the link.</p>}
    </div>
  );
}
