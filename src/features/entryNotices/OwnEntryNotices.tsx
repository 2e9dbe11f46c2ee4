import { DoorOpen } from 'lucide-react';
import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { EntryNoticeActions } from '../../subjects/entryNotices/EntryNoticeActions.tsx';
import { EntryNoticeWords } from '../../subjects/entryNotices/EntryNoticeWords.tsx';
import { NOTICE_ANSWERED } from '../../subjects/entryNotices/noticeMessages.ts';
import { useEntryNotices } from '../../subjects/entryNotices/useEntryNotices.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { AnotherTimeForm } from './AnotherTimeForm.tsx';

/** `/entry-notices`: when management enters one's home, with one's answers. */
export default function OwnEntryNotices() {
  const read = useEntryNotices();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, close } = useDialogAddress();
  const answered = read.data?.find(({ sent }) => sent && String(sent.id) === address.get('answer'))?.sent;
  const tell = (id: string) => void follow(id, NOTICE_ANSWERED);
  return (
    <>
      <PageHeading
        title="Notices of Entry"
        description="When management enters your home, and what for. Say whether the time is fine."
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={read} failed="Unable to load the notices of entry">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={DoorOpen} title="No notice was given for your home yet.">
              Management says here before it enters, and you say whether the time is fine.
            </EmptyState>
          ) : (
            <ul role="list" className="flex flex-col gap-4">
              {all.map((listed) => (
                <Card key={listed.key} as="li">
                  <div className="flex flex-col gap-2 wrap-anywhere">
                    <EntryNoticeWords listed={listed} sending={read.sending} />
                  </div>
                  {listed.sent && (
                    <EntryNoticeActions listed={{ ...listed, sent: listed.sent }} onAnswered={tell} />
                  )}
                </Card>
              ))}
            </ul>
          )
        }
      </Loaded>
      {answered && (
        <AnotherTimeForm
          notice={answered}
          onDone={(id) => {
            close();
            tell(id);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
