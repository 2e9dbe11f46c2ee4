import type { SyntheticEvent } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { PART_GONE } from '../../browser/loadPart.ts';
import { Button } from './Button.tsx';
import { ReloadButton } from './ReloadButton.tsx';

/** The state of a form. */
export interface FormState {
  /** Whether the draft was read; the fields are rendered only then. */
  ready: boolean;
  /** Whether it needs a connection and there is none. */
  lacksConnection: boolean;
  busy: boolean;
  /** Whether its change is on its way for a while, during which it may be closed. */
  slow?: boolean;
  /** Whether it was filled from a draft. */
  restored: boolean;
  /** The error message that belongs to no field. */
  problem: string | undefined;
  /** Whether that is that no answer came. It is said once, and no longer than it is true. */
  unreached?: boolean;
  submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  startOver: () => Promise<void>;
}

interface FormNoticesProps {
  form: FormState;
  /** Sentences that say what the connection is needed for and what is kept. */
  needs?: string | undefined;
}

/** The notices above the fields: missing connection, restored draft, error. */
export function FormNotices({
  form: { lacksConnection, slow, restored, problem, unreached = false, startOver },
  needs = 'You need a connection to save this. What you write is kept on this device.',
}: FormNoticesProps) {
  return (
    <>
      {lacksConnection && !unreached && <Banner type="warning">{needs}</Banner>}
      {restored && <RestoredDraft onStartOver={startOver} />}
      {slow && <Banner>Still sending. You can close this: nothing you wrote is lost.</Banner>}
      {unreached && !lacksConnection && <Banner>The connection is back. Please send this again.</Banner>}
      {problem && (!unreached || lacksConnection) && (
        // Here too, since the page's own offer is out of reach behind a dialog.
        <Banner type="error" action={problem === PART_GONE && <ReloadButton />}>
          {problem}
        </Banner>
      )}
    </>
  );
}

/** The notice that a draft was restored. */
function RestoredDraft({ onStartOver }: { onStartOver: () => Promise<void> }) {
  return (
    <Banner
      action={
        // Below the text on a phone, aligned with it.
        <Button
          variant="quiet"
          className="ml-4"
          onClick={({ currentTarget: { form } }) => {
            // The button disappears, so the focus is moved into the form.
            void onStartOver().then(() =>
              form?.querySelector<HTMLElement>('input, textarea, select')?.focus(),
            );
          }}
        >
          Start over
        </Button>
      }
    >
      We kept what you wrote.
    </Banner>
  );
}
