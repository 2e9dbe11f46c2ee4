import type {
  KindPreference,
  NotificationChannel,
  NotificationPreferences,
} from '../../../contract/notifications/notification.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Notices } from '../../ui/feedback/Notices.tsx';
import { Button } from '../../ui/forms/Button.tsx';

interface OwnChoicesProps {
  kinds: readonly KindPreference[];
  channels: readonly NotificationChannel[];
  onReset: (answer: NotificationPreferences) => void;
}

/** Says how many choices are one's own, with the button that goes back to the community's defaults. */
export function OwnChoices({ kinds, channels, onReset }: OwnChoicesProps) {
  const { busy, notice, forgetNotice, change } = useOnlineChange();
  const count = kinds.flatMap(({ own = [] }) => own.filter((channel) => channels.includes(channel))).length;

  const reset = () =>
    change({
      route: 'updateNotificationPreferences',
      // Of every kind: another device may have chosen meanwhile.
      input: { body: { kinds: kinds.map(({ kind }) => ({ kind, push: null, email: null })) } },
      question: {
        text: 'Are you sure you want to go back to the community’s defaults?\nWhat you chose yourself is forgotten, and later changes of the defaults reach you.',
        confirmLabel: 'Go Back',
      },
      done: 'The community’s defaults apply for you again.',
      failed: (reason) => `Your choices stay as they are: ${reason}`,
      onDone: onReset,
    });

  return (
    <>
      <Notices notice={notice} onDone={forgetNotice} className="empty:hidden" />
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p className="text-muted">
          {count === 0
            ? 'You have chosen nothing yourself: the community’s defaults apply.'
            : `${count} ${count === 1 ? 'choice is' : 'choices are'} your own. For the rest, the community’s defaults apply.`}
        </p>
        {count > 0 && (
          <Button
            variant="secondary"
            className="shrink-0 max-md:self-start max-sm:w-full"
            busy={busy}
            busyLabel="Going back..."
            onClick={() => void reset()}
          >
            Go Back to the Defaults
          </Button>
        )}
      </div>
    </>
  );
}
