import type { OutcomeMessages } from '../../forms/useQueuedNotice.ts';

/** What is said of a notice, and of its answer, once they are known. */
export const NOTICE_GIVEN: OutcomeMessages = { sent: 'The notice was given.', refused: (reason) => reason };
export const NOTICE_ANSWERED: OutcomeMessages = {
  sent: 'Management has your answer.',
  refused: (reason) => reason,
};
