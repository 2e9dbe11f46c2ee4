import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';

interface AskForReadingsProps {
  /** The homes whose residents are asked. */
  units: readonly number[];
  /** The home or the property, as it is named. */
  name: string;
}

/** Asks those who live in homes for readings of their meters. */
export function AskForReadings({ units, name }: AskForReadingsProps) {
  const online = useOnline();
  const { notice, forgetNotice, change } = useOnlineChange();
  return (
    <>
      <StickyNotice notice={notice} onDone={forgetNotice} />
      <Button
        variant="quiet"
        disabled={!online}
        aria-label={`Ask Residents of ${name} for readings`}
        onClick={() =>
          void change({
            route: 'askForReadings',
            input: { body: { unit_ids: [...units] } },
            question: {
              text: `Those who live in ${name} are asked what their meters show, in the app and by mail.`,
              confirmLabel: 'Ask',
              cancelLabel: 'Back',
            },
            done: ({ message }) => message,
            failed: (reason) => reason,
          })
        }
      >
        Ask Residents
      </Button>
    </>
  );
}
