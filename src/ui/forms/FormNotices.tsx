import type { SyntheticEvent } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { Button } from './Button.tsx';

/** How a form stands. */
export interface FormState {
  /** Whether what was typed before has been read: the fields are drawn only then. */
  ready: boolean;
  /** Its change needs a connection, and there is none. */
  lacksConnection: boolean;
  busy: boolean;
  /** Whether it holds what was typed before it was opened. */
  restored: boolean;
  /** What went wrong and belongs to no field. */
  problem: string | undefined;
  submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  startOver: () => Promise<void>;
}

interface FormNoticesProps {
  form: FormState;
  /** What the connection is needed for, and what is kept, in sentences. */
  needs?: string | undefined;
}

/** What is to be known before the fields: that a connection is needed, that a draft was kept, what went wrong. */
export function FormNotices({
  form: { lacksConnection, restored, problem, startOver },
  needs = 'You need a connection to save this. What you write is kept on this device.',
}: FormNoticesProps) {
  return (
    <>
      {lacksConnection && <Banner type="warning">{needs}</Banner>}
      {restored && <RestoredDraft onStartOver={startOver} />}
      {problem && <Banner type="error">{problem}</Banner>}
    </>
  );
}

/** Says that the form holds what was written before it was opened. */
function RestoredDraft({ onStartOver }: { onStartOver: () => Promise<void> }) {
  return (
    <Banner
      action={
        // Below the words on a phone, and in line with them.
        <Button
          variant="quiet"
          className="ml-4"
          onClick={({ currentTarget: { form } }) => {
            // This button leaves, and would take the focus out of the form with it.
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
