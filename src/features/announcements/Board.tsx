import { Megaphone } from 'lucide-react';
import { publishedAt } from '../../../contract/announcements/announcement.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import type { OutboxItem } from '../../offline/engine/database.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { AnnouncementCard, LongDate } from './AnnouncementCard.tsx';
import { Suggestions, UnsentSuggestion } from './Suggestions.tsx';
import { SuggestModal } from './SuggestModal.tsx';
import { useBoard } from './useBoard.ts';
import { useLastDefined } from './useLastDefined.ts';

/** `/announcements`: the published announcements, and the user's own suggestions. */
export default function Board() {
  const board = useBoard();
  const { address, open, close } = useDialogAddress();
  const { unsent, own, notice, setNotice } = board;
  const waiting = own.filter(({ status }) => status !== 'rejected');
  const rejected = own.filter(({ status }) => status === 'rejected');
  const edited = useLastDefined(unsent.find(({ id }) => id === address.get('unsent')));
  const editing = address.has('unsent') ? edited : undefined;

  async function submit(announcement: string, draft: DraftVersion, item?: OutboxItem): Promise<void> {
    const refused = await board.suggest(announcement, draft, item);
    if (refused) open({ unsent: refused.id });
    else close();
  }

  return (
    <>
      <PageHeading
        title="Community Board"
        description="News from management and from your neighbors."
        action={<Button onClick={() => open({ suggest: '1' })}>Suggest a Post</Button>}
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <div className="flex flex-col gap-10">
        {unsent.length + waiting.length > 0 && (
          <Suggestions title="Your suggestions" own={waiting}>
            {unsent.map((item) => (
              <li key={item.record}>
                <UnsentSuggestion
                  item={item}
                  outbox={board.outbox}
                  onEdit={() => open({ unsent: item.id })}
                />
              </li>
            ))}
          </Suggestions>
        )}
        <Loaded query={board} failed="Error loading announcements">
          {() =>
            board.shared.length > 0 ? (
              <ul
                role="list"
                aria-label="Announcements"
                className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6"
              >
                {board.shared.map((each) => (
                  <li key={each.id}>
                    <AnnouncementCard announcement={each} when={<LongDate value={publishedAt(each)} />} />
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState icon={Megaphone} title="No announcements yet.">
                What management and your neighbors share will be here.
              </EmptyState>
            )
          }
        </Loaded>
        {rejected.length > 0 && <Suggestions title="Your suggestions that were not shared" own={rejected} />}
      </div>
      {address.has('suggest') && (
        <SuggestModal draft={address.get('draft') ?? undefined} onSubmit={submit} onClose={close} />
      )}
      {editing && (
        <SuggestModal
          key={editing.id}
          item={editing}
          onSubmit={(announcement, draft) => submit(announcement, draft, editing)}
          onClose={close}
        />
      )}
    </>
  );
}
