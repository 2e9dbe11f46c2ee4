import { entryTimeText, SHORT_NOTICE_TEXTS } from '../../../contract/entryNotices/entryText.ts';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import type { ListedAnswer, ListedNotice } from '../../offline/subjects/entryNoticeList.ts';
import { PersonName } from '../users/PersonLink.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';

interface EntryNoticeWordsProps {
  listed: ListedNotice;
  sending: string | undefined;
}

/** What a notice of entry says, and what was answered. */
export function EntryNoticeWords({ listed, sending }: EntryNoticeWordsProps) {
  const { notice, sent, unsent, answers } = listed;
  const giver = sent?.first_name ? (
    <PersonName id={sent.author_id}>{`${sent.first_name} ${sent.last_name ?? ''}`.trim()}</PersonName>
  ) : (
    'Management'
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">Notice of entry: {entryTimeText(notice)}</span>
        {unsent && (
          <UnsentBadge needsAttention={unsent.refusal !== undefined} words={stateOf(unsent, sending)} />
        )}
      </p>
      {unsent?.refusal && <p>{unsent.refusal.failure.message}</p>}
      <p className="whitespace-pre-wrap">
        {notice.text ? `${notice.purpose}: ${notice.text}` : `${notice.purpose}.`}
      </p>
      {notice.short_notice && <p className="text-muted">{SHORT_NOTICE_TEXTS[notice.short_notice]}.</p>}
      <p className="text-sm text-muted">
        {unsent ? 'You' : giver}, <Time value={notice.given_at} format="dateTime" />
      </p>
      {answers.map((listedAnswer) => (
        <Answer
          key={`${listedAnswer.answer.answered_at} ${listedAnswer.unsent?.id ?? ''}`}
          listed={listedAnswer}
          sending={sending}
        />
      ))}
    </>
  );
}

function Answer({
  listed: { answer, unsent },
  sending,
}: {
  listed: ListedAnswer;
  sending: string | undefined;
}) {
  const { first_name, last_name, author_id, text, answered_at } = answer;
  const who =
    first_name === null ? (
      'You'
    ) : (
      <PersonName id={author_id}>{`${first_name} ${last_name ?? ''}`.trim()}</PersonName>
    );
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          {who}: {answer.answer === 'fine' ? 'That is fine' : 'Another time, please'}
        </span>
        {unsent && (
          <UnsentBadge needsAttention={unsent.refusal !== undefined} words={stateOf(unsent, sending)} />
        )}
      </p>
      {text && <p className="whitespace-pre-wrap">{text}</p>}
      <p className="text-sm text-muted">
        <Time value={answered_at} format="dateTime" />
      </p>
    </div>
  );
}
