import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { EntryNoticeActions } from './EntryNoticeActions.tsx';
import { EntryNoticeForm } from './EntryNoticeForm.tsx';
import { EntryNoticeWords } from './EntryNoticeWords.tsx';
import { NOTICE_GIVEN } from './noticeMessages.ts';
import { useEntryNotices } from './useEntryNotices.ts';

/** The notices of entry into a home, sent or not, for management. */
export function HomeEntryNotices({ unit, home }: { unit: number; home: string }) {
  const read = useEntryNotices();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, open, close } = useDialogAddress();
  const edited = address.get('edit-entry');
  const unsent = (read.data ?? []).find(({ key }) => key === edited)?.unsent;
  return (
    <Card
      title="Notices of Entry"
      action={
        <Button variant="secondary" onClick={() => open({ entry: '1' })}>
          New Notice
        </Button>
      }
    >
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={read} failed="Unable to load the notices of entry" loading={<p>Loading...</p>}>
        {(all) => {
          const own = all.filter((listed) => listed.notice.unit_id === unit);
          if (own.length === 0) return <p className="text-muted">No notice was given yet.</p>;
          return (
            <ul role="list" className="flex flex-col gap-5">
              {own.map((listed) => {
                const { key, sent } = listed;
                return (
                  <li key={key} className="flex flex-col gap-2 wrap-anywhere">
                    <EntryNoticeWords listed={listed} sending={read.sending} />
                    {sent ? (
                      <EntryNoticeActions listed={{ ...listed, sent }} />
                    ) : (
                      <Button
                        variant="secondary"
                        className="self-start"
                        onClick={() => open({ 'edit-entry': key })}
                      >
                        Change Notice
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Loaded>
      {(address.has('entry') || unsent) && (
        <EntryNoticeForm
          key={unsent?.id}
          unit={unit}
          home={home}
          item={unsent}
          onDone={(id) => {
            close();
            void follow(id, NOTICE_GIVEN);
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}
