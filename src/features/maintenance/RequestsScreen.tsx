import { ClipboardList } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Loaded } from '../../screens/Loaded.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';
import { NewRequestFor } from './NewRequestFor.tsx';
import { RequestCard } from './RequestCard.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import { useOpenedRequest } from './useOpenedRequest.ts';
import { SUBMITTED, useRequestActions } from './useRequestActions.ts';
import { useRequests } from './useRequests.ts';

type Status = 'all' | 'pending' | 'completed';
const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
] as const satisfies { value: Status; label: string }[];

interface RequestsScreenProps {
  title: string;
  description: string;
  manager: boolean;
  /** A further filter, given the requests that there are. */
  filter?: (requests: OptimisticRequest[]) => ReactNode;
  matches?: (listed: OptimisticRequest) => boolean;
}

/** The list of requests with everything that can be done with them; what is open is in the address. */
export function RequestsScreen({ title, description, manager, filter, matches }: RequestsScreenProps) {
  const list = useRequests();
  const actions = useRequestActions(list);
  const [status, setStatus] = useState<Status>('all');
  const { address, open, close } = useDialogAddress();
  const { requests = [], outbox, notice, setNotice } = list;
  const opened = useOpenedRequest(requests, address);
  const shown = requests.filter(
    (each) => (status === 'all' || each.completed === (status === 'completed')) && (matches?.(each) ?? true),
  );

  return (
    <>
      <PageHeading
        title={title}
        description={description}
        action={<Button onClick={() => open({ new: '1' })}>+ New Request</Button>}
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <FilterBar label="Status" options={STATUSES} value={status} onChange={setStatus} />
        {filter?.(requests)}
      </div>
      <Loaded query={{ ...list, data: list.requests }} failed="Failed to fetch requests">
        {() =>
          shown.length > 0 ? (
            <ul role="list" className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
              {shown.map((each) => (
                <li key={each.key}>
                  <RequestCard
                    listed={each}
                    sending={outbox.sending}
                    withUnit={manager}
                    onOpen={() => open({ request: each.key })}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <Nothing anyAtAll={requests.length > 0} />
          )
        }
      </Loaded>
      {address.has('new') && (
        <NewRequestFor
          home={manager ? address.get('unit') : null}
          manager={manager}
          draft={address.get('draft') ?? undefined}
          onClose={close}
          onSubmit={async (change) => {
            await list.change(change, SUBMITTED);
            close();
          }}
        />
      )}
      {opened && (
        <RequestDetail
          key={address.toString()}
          listed={opened}
          actions={actions}
          sending={outbox.sending}
          startEditing={address.has('edit')}
          onClose={close}
        />
      )}
    </>
  );
}

function Nothing({ anyAtAll }: { anyAtAll: boolean }) {
  return anyAtAll ? (
    <EmptyState icon={ClipboardList} title="No requests match these filters." />
  ) : (
    <EmptyState icon={ClipboardList} title="No maintenance requests yet.">
      When something leaks, squeaks or stops working, report it here, with or without a signal.
    </EmptyState>
  );
}
