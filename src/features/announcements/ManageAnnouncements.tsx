import { Megaphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Announcement } from '../../../contract/announcement.ts';
import { Changes } from '../../ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useOnline } from '../../offline/engine/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Notices } from '../../ui/feedback/Notices.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { ManagedCard } from './ManagedCard.tsx';
import { changeWords, nameIn } from './recorded.ts';
import { useHeld } from './useHeld.ts';
import { useAnnouncementChanges } from './useAnnouncementChanges.ts';

type Filter = 'all' | Announcement['status'];
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const satisfies { value: Filter; label: string }[];

/** `/admin/announcements`: everything that was announced or suggested, and what management does with it. */
export default function ManageAnnouncements() {
  const list = useCachedQuery('listAnnouncements', {});
  const { notice, setNotice, saved, decide, remove } = useAnnouncementChanges(list.refresh);
  const online = useOnline();
  const [filter, setFilter] = useState<Filter>('all');
  const [address, setAddress] = useSearchParams();
  const outcome = useRef<HTMLDivElement>(null);

  const { data: announcements = [] } = list;
  const shown = announcements.filter(({ status }) => filter === 'all' || status === filter);
  const found = useHeld(announcements.find(({ id }) => String(id) === address.get('edit')));
  const edited = address.has('edit') ? found : undefined;
  const pending = announcements.filter(({ status }) => status === 'pending').length;
  const open = (params: Record<string, string>) => setAddress(params, { replace: address.size > 0 });
  const close = () => setAddress({}, { replace: true });

  /** The button that was pressed leaves with its card, and focus would leave with it. */
  async function followed(change: Promise<boolean>): Promise<void> {
    if (await change) outcome.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <PageHeading
        title="Manage Announcements"
        description={waitingWords(pending)}
        action={<Button onClick={() => open({ new: '1' })}>New Announcement</Button>}
      />
      {!online && (
        <Banner type="warning" className="mb-6">
          You need a connection to change announcements. You can read them, and write one to save later.
        </Banner>
      )}
      <div ref={outcome} tabIndex={-1} className="sticky top-16 z-10 rounded-control outline-none lg:top-18">
        <Notices notice={notice} onDone={() => setNotice(undefined)} />
      </div>
      <div className="mb-6">
        <FilterBar label="Status" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      {content()}
      <div className="mt-8">
        <Changes subject="announcement" words={changeWords} nameOf={nameIn(announcements)} />
      </div>
      {(address.has('new') || edited) && (
        <AnnouncementForm
          key={edited?.id ?? 'new'}
          announcement={edited}
          onClose={close}
          onSaved={async () => {
            await saved();
            close();
          }}
        />
      )}
    </>
  );

  function content() {
    if (list.isPending) return <Loading />;
    if (list.error) {
      return (
        <Problem onRetry={() => void list.refresh()}>
          Unable to load announcements: {list.error.message}
        </Problem>
      );
    }
    if (shown.length === 0) {
      return <EmptyState icon={Megaphone} title="No announcements match the current filter." />;
    }
    return (
      <ul role="list" aria-label="Announcements" className="grid gap-4 md:grid-cols-2 md:gap-6">
        {shown.map((each) => (
          <li key={each.id}>
            <ManagedCard
              announcement={each}
              online={online}
              onEdit={() => open({ edit: String(each.id) })}
              onDelete={() => void followed(remove(each))}
              onDecide={(status) => void followed(decide(each, status))}
            />
          </li>
        ))}
      </ul>
    );
  }
}

function waitingWords(pending: number): string {
  if (pending === 0) return 'No suggestion waits for review.';
  return pending === 1 ? '1 suggestion waits for review.' : `${pending} suggestions wait for review.`;
}
