import { compareTimes } from '../../../contract/values/calendar.ts';
import type { EntryNotice, EntryNoticeAnswer } from '../../../contract/entryNotices/entryNotice.ts';
import type { OutboxItem } from '../engine/database.ts';
import { withoutQueued } from '../engine/outbox/itemState.ts';
import type {} from './entryNotices.ts';

// What a list of notices with the unsent ones needs; what queues and sends them is in entryNotices.ts.

export type NoticeItem = OutboxItem<'giveEntryNotice'>;
export type AnswerItem = OutboxItem<'answerEntryNotice'>;

/** What is shown of a notice, also where it is unsent. */
export type ShownNotice = Pick<
  EntryNotice,
  | 'unit_id'
  | 'request_id'
  | 'purpose'
  | 'text'
  | 'entry_on'
  | 'entry_from'
  | 'entry_to'
  | 'short_notice'
  | 'given_at'
>;

/** An answer of a resident: of the server, or unsent on this device. */
export interface ListedAnswer {
  answer: Pick<
    EntryNoticeAnswer,
    'answer' | 'text' | 'answered_at' | 'first_name' | 'last_name' | 'author_id'
  >;
  unsent?: AnswerItem;
}

/** A notice of entry with its answers, in the order in which people answered. */
export interface ListedNotice {
  key: string;
  notice: ShownNotice;
  /** As the server has it; undefined while it is unsent. */
  sent: EntryNotice | undefined;
  unsent?: NoticeItem;
  answers: ListedAnswer[];
}

/** The notices of entry with what is unsent on this device, the latest entry first. */
export function noticesWithUnsent(
  notices: readonly EntryNotice[],
  items: readonly OutboxItem[],
): ListedNotice[] {
  const answers = items.filter((item): item is AnswerItem => item.route === 'answerEntryNotice');
  const sent = withoutQueued(notices, items).map((notice): ListedNotice => ({
    ...{ key: String(notice.id), notice, sent: notice },
    answers: [
      ...withoutQueued(notice.answers, answers).map((answer) => ({ answer })),
      ...answers.filter(({ input }) => input.params.id === String(notice.id)).map(answerOf),
    ].sort((a, b) => compareTimes(a.answer.answered_at, b.answer.answered_at)),
  }));
  const unsent = items.filter((item): item is NoticeItem => item.route === 'giveEntryNotice').map(noticeOf);
  return [...unsent, ...sent].sort((a, b) => compareTimes(startOf(b.notice), startOf(a.notice)));
}

const startOf = ({ entry_on, entry_from }: ShownNotice) => `${entry_on} ${entry_from}`;

function answerOf(item: AnswerItem): ListedAnswer {
  const { answer, text } = item.input.body;
  const nobody = { first_name: null, last_name: null };
  return { answer: { answer, text: text ?? null, answered_at: item.capturedAt, ...nobody }, unsent: item };
}

function noticeOf(item: NoticeItem): ListedNotice {
  const { request_id = null, text, short_notice, ...body } = item.input.body;
  const notice: ShownNotice = {
    ...body,
    ...{ request_id, text: text ?? null, short_notice: short_notice || null, given_at: item.capturedAt },
  };
  return { key: item.id, notice, sent: undefined, unsent: item, answers: [] };
}
