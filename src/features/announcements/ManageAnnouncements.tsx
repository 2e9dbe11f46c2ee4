import { Megaphone } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { fullNameOf } from '../../../contract/users/user.ts';
import { matchingWords } from '../../ui/data/matchingWords.ts';
import { rowsInOrder } from '../../ui/lists/listOrders.ts';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { useTicks } from '../../ui/lists/useTicks.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { typeLabel } from './AnnouncementCard.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { countedStatuses, ORDERS, statusOf } from './announcementListing.ts';
import { AnnouncementSearch } from './AnnouncementSearch.tsx';
import { audienceText, isFor } from './audience.ts';
import { ManagedCard } from './ManagedCard.tsx';
import { changeLabels, nameIn } from './changeLabels.ts';
import { TickedAnnouncements } from './TickedAnnouncements.tsx';
import { changesOfSeveral } from './changesOfSeveral.ts';
import { useLastDefined } from './useLastDefined.ts';

/** `/admin/announcements`: all announcements and suggestions, with the actions of managers. */
export default function ManageAnnouncements() {
  const list = useCachedQuery('listAnnouncements', {});
  const { notice, forgetNotice, change, changeSeveral, succeeded } = useOnlineChange();
  const online = useOnline();
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const { address, open, close, closeSent, sentReturns } = useDialogAddress();
  const toast = useToast();
  const asked = useListAddress();

  const { data: announcements = NONE } = list;
  const status = statusOf(address.get('show'));
  const readers = address.get('property') ?? '';
  const order = address.get('sort') ?? '';
  const sought = useDeferredValue(asked.typed);
  const shown = useMemo(() => {
    const matches = matchingWords(sought);
    const found = announcements.filter(
      (each) =>
        (status === 'all' || each.status === status) &&
        isFor(each, readers) &&
        matches(each.announcement, fullNameOf(each), typeLabel(each.announcement_type)),
    );
    return rowsInOrder(found, ORDERS, order);
  }, [announcements, sought, status, readers, order]);
  const counted = useMemo(() => countedStatuses(announcements), [announcements]);
  const ticks = useTicks(shown, idOf);
  const several = changesOfSeveral(changeSeveral, (id) => ticks.tick(id, false));
  const lastEdited = useLastDefined(announcements.find(({ id }) => String(id) === address.get('edit')));
  const edited = address.has('edit') ? lastEdited : undefined;
  const pending = announcements.filter(({ status }) => status === 'pending').length;

  async function decide({ id }: Announcement, status: 'approved' | 'rejected'): Promise<void> {
    await change({
      route: 'setAnnouncementStatus',
      input: { params: { id: String(id) }, body: { status } },
      question: {
        text: `Are you sure you want to ${status} this post?`,
        confirmLabel: status === 'approved' ? 'Approve' : 'Reject',
        danger: status === 'rejected',
      },
      done: `Announcement ${status} successfully!`,
      failed: (reason) => `Failed to ${status} announcement: ${reason}`,
    });
  }

  async function remove({ id }: Announcement): Promise<void> {
    await change({
      route: 'deleteAnnouncement',
      input: { params: { id: String(id) } },
      question: {
        text: 'Are you sure you want to permanently delete this post?',
        confirmLabel: 'Delete',
        danger: true,
      },
      done: 'Announcement deleted successfully!',
      failed: (reason) => `Failed to delete announcement: ${reason}`,
    });
  }

  return (
    <ManagerScreen
      title="Manage Announcements"
      description={waitingText(pending)}
      action={<Button onClick={() => open({ new: '1' })}>New Announcement</Button>}
      needs="You need a connection to change announcements. You can read them, and write one to save later."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <FilterBar
          label="Status"
          options={counted}
          value={status}
          onChange={(value) => asked.write('show', value === 'all' ? '' : value)}
        />
        <AnnouncementSearch list={asked} properties={properties} readers={readers} order={order} />
      </div>
      <Loaded query={list} failed="Unable to load announcements">
        {() =>
          shown.length > 0 ? (
            // One element, so that what can be done with the selected stays in sight along all of them.
            <div>
              <TickedAnnouncements
                ticks={ticks}
                shown={shown}
                all={announcements.length}
                properties={properties}
                online={online}
                {...several}
              />
              <ul
                role="list"
                aria-label="Announcements"
                className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6"
              >
                {shown.map((each) => (
                  <li key={each.id}>
                    <ManagedCard
                      announcement={each}
                      audience={audienceText(each, properties)}
                      online={online}
                      ticked={ticks.ticks.has(each.id)}
                      onTick={(on) => ticks.tick(each.id, on)}
                      onEdit={() => open({ edit: String(each.id) })}
                      onDelete={() => void remove(each)}
                      onDecide={(status) => void decide(each, status)}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <EmptyState icon={Megaphone} title="No announcements match the current filter." />
          )
        }
      </Loaded>
      <div className="mt-8">
        <ChangeHistory subject="announcement" labels={changeLabels} nameOf={nameIn(announcements)} />
      </div>
      {(address.has('new') || edited) && (
        <AnnouncementForm
          key={edited?.id ?? 'new'}
          announcement={edited}
          forProperties={propertiesIn(address.get('for'))}
          onClose={close}
          onSaved={async () => {
            await succeeded(SAVED);
            if (sentReturns) toast.success(SAVED);
            closeSent();
          }}
        />
      )}
    </ManagerScreen>
  );
}

const SAVED = 'Announcement updated successfully!';
const NONE: Announcement[] = [];
const idOf = ({ id }: Announcement) => id;

/** The ids of properties that the address names for a new announcement. */
function propertiesIn(text: string | null): string | null {
  return text && /^\d+(,\d+)*$/.test(text) ? text : null;
}

function waitingText(pending: number): string {
  if (pending === 0) return 'No suggestion waits for review.';
  return pending === 1 ? '1 suggestion waits for review.' : `${pending} suggestions wait for review.`;
}
