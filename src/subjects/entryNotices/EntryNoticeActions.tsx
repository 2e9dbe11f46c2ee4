import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { EntryNotice } from '../../../contract/entryNotices/entryNotice.ts';
import { entryTimeText, SHORT_NOTICE_TEXTS } from '../../../contract/entryNotices/entryText.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import type { ListedNotice } from '../../offline/subjects/entryNoticeList.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { useUser } from '../../session/session.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useBusy } from '../../ui/forms/useBusy.ts';
import { PrintedPage } from '../../ui/print/PrintedPage.tsx';
import { useCommunity } from '../community/community.ts';

interface EntryNoticeActionsProps {
  listed: ListedNotice & { sent: EntryNotice };
  /** Called with the id of an answer that was queued. */
  onAnswered?: ((id: string) => void) | undefined;
}

/** What can be done with a notice that was sent: a resident answers it until its day is over, and everybody prints it. */
export function EntryNoticeActions({ listed: { sent, answers }, onAnswered }: EntryNoticeActionsProps) {
  const { is_manager } = useUser();
  const outbox = useOutbox();
  const answering = useBusy();
  const [printing, setPrinting] = useState(false);
  const time = entryTimeText(sent);
  const open = !is_manager && sent.entry_on >= isoDay();
  const isFine = answers.at(-1)?.answer.answer === 'fine';
  async function agree(): Promise<void> {
    const id = await outbox.submit({
      route: 'answerEntryNotice',
      input: { params: { id: String(sent.id) }, body: { answer: 'fine' } },
      shown: { time },
    });
    onAnswered?.(id);
  }
  return (
    <div className="flex flex-wrap gap-3">
      {open && !isFine && (
        <Button busy={answering.busy} onClick={() => void answering.run(agree)}>
          That Is Fine
        </Button>
      )}
      {open && (
        <ButtonLink variant="secondary" to={`/entry-notices?answer=${sent.id}`}>
          Ask for Another Time
        </ButtonLink>
      )}
      <Button variant="secondary" icon={Printer} onClick={() => setPrinting(true)}>
        Print Notice
      </Button>
      {printing &&
        createPortal(<PrintedNotice notice={sent} onDone={() => setPrinting(false)} />, document.body)}
    </div>
  );
}

function PrintedNotice({ notice, onDone }: { notice: EntryNotice; onDone: () => void }) {
  const community = useCommunity();
  const { purpose, text, short_notice, lead_hours, received_at } = notice;
  return (
    <PrintedPage title={`Notice of entry, ${unitLabel(notice)}`} onDone={onDone}>
      <DescriptionList
        items={[
          ...(community?.name ? [{ label: 'From', value: community.name }] : []),
          { label: 'When', value: entryTimeText(notice) },
          { label: 'What for', value: text ? `${purpose}: ${text}` : purpose },
          { label: 'Notice given', value: <Time value={received_at} format="dateTime" /> },
          {
            label: 'Lead time',
            value: short_notice ? SHORT_NOTICE_TEXTS[short_notice] : `At least ${lead_hours} hours`,
          },
          ...(community?.phone_number ? [{ label: 'Questions', value: community.phone_number }] : []),
        ]}
      />
    </PrintedPage>
  );
}
