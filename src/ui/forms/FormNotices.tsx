import type { SyntheticEvent } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { KeptDraft } from './RestoredDraft.tsx';

/** How a form that needs a connection stands. */
export interface FormState {
  /** Whether what was typed before has been read: the fields are drawn only then. */
  ready: boolean;
  online: boolean;
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
  form: { online, restored, problem, startOver },
  needs = 'You need a connection to save this. What you write is kept on this device.',
}: FormNoticesProps) {
  return (
    <>
      {!online && <Banner type="warning">{needs}</Banner>}
      {restored && <KeptDraft onStartOver={() => void startOver()} />}
      {problem && <Banner type="error">{problem}</Banner>}
    </>
  );
}
