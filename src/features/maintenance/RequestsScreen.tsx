import { ClipboardList } from 'lucide-react';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Loaded } from '../../screens/Loaded.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import type { ListParameter } from '../../ui/layout/listAddress.ts';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { useTicks } from '../../ui/lists/useTicks.ts';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import type { RequestBoardProps } from './board/boardProps.ts';
import { NewRequestFor } from './NewRequestFor.tsx';
import { RequestCards } from './list/RequestCards.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import type { ListedRequestProps } from './list/listedRequest.ts';
import type { TickedRequestsProps } from './list/TickedRequests.tsx';
import type { RequestFilterFieldsProps } from './list/filterFieldsProps.ts';
import { useCompleteSeveral } from './list/useCompleteSeveral.ts';
import {
  countedStatuses,
  matchingRequests,
  STATUSES,
  statusOf,
  type RequestFilters,
} from './list/requestFilters.ts';
import { EVENT_FORMS } from './timeline/EventForm.tsx';
import { UndoComplete } from './timeline/UndoComplete.tsx';
import { useOpenedRequest } from './useOpenedRequest.ts';
import { SUBMITTED, useRequestActions } from './useRequestActions.ts';
import { useRequests } from './useRequests.ts';

interface RequestsScreenProps {
  title: string;
  description: string;
  manager: boolean;
  /** What management asks of the list beside the status; residents do not load it. */
  fields?: (props: RequestFilterFieldsProps) => ReactNode;
  /** How it sees each of them; as above. */
  row?: (props: ListedRequestProps) => ReactNode;
  /** What it does with several of them; as above. */
  several?: (props: TickedRequestsProps) => ReactNode;
  /** The same requests by how far they have come; as above. */
  board?: (props: RequestBoardProps) => ReactNode;
}

/** The list of requests with everything that can be done with them; what is asked of it, and what is open, is in the address. */
export function RequestsScreen(props: RequestsScreenProps) {
  const { title, description, manager, fields: Fields, several: Several, row, board: Board } = props;
  const list = useRequests();
  const actions = useRequestActions(list);
  const completeSeveral = useCompleteSeveral(list);
  const { address, open, close, closeSent } = useDialogAddress();
  const asked = useListAddress();
  const { requests = [], outbox, notice, setNotice } = list;
  const opened = useOpenedRequest(requests, address);
  const filters = filtersOf(address, asked.typed, manager);
  const { status, property, home, age, stage, urgency, category, waiting, assignee, order } = filters;
  // Typing goes on while thousands are searched and drawn.
  const search = useDeferredValue(filters.search);
  const shown = useMemo(
    () =>
      matchingRequests(list.requests ?? [], {
        ...{ status, search, property, home, age, stage, urgency, category, waiting, assignee, order },
      }),
    [list.requests, status, search, property, home, age, stage, urgency, category, waiting, assignee, order],
  );
  const counted = useMemo(() => countedStatuses(list.requests ?? []), [list.requests]);
  const ticks = useTicks(shown, keyOf);
  const onBoard = Board !== undefined && address.get('view') === 'board';

  return (
    <>
      <PageHeading
        title={title}
        description={description}
        action={<Button onClick={() => open({ new: '1' })}>+ New Request</Button>}
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      {actions.undoable && (
        <UndoComplete key={actions.undoable} onUndo={() => void actions.undo()} onDone={actions.forgetUndo} />
      )}
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <FilterBar
          label="Status"
          options={manager ? counted : STATUSES}
          value={status}
          onChange={(value) => asked.write('show', value === 'all' ? '' : value)}
        />
        {Board && (
          <FilterBar
            label="View"
            options={VIEWS}
            value={onBoard ? 'board' : 'list'}
            onChange={(value) => asked.write('view', value === 'list' ? '' : value)}
          />
        )}
        {Fields && <Fields requests={requests} filters={filters} list={asked} />}
      </div>
      <Loaded query={{ ...list, data: list.requests }} failed="Failed to fetch requests">
        {() =>
          shown.length > 0 && onBoard ? (
            <Board
              {...{ requests: shown, sending: outbox.sending, actions, list: asked, open }}
              column={address.get('column')}
              covered={opened !== undefined}
            />
          ) : shown.length > 0 ? (
            // One element, so that what can be done with the selected stays in sight along all of them.
            <div>
              {Several && (
                <Several
                  ticks={ticks}
                  shown={shown}
                  all={requests.length}
                  onComplete={(each) =>
                    void completeSeveral(each).then((sure) => sure && ticks.tickAll(false))
                  }
                />
              )}
              <RequestCards
                requests={shown}
                sending={outbox.sending}
                row={row}
                ticks={ticks.ticks}
                onTick={Several && ticks.tick}
                completedApart={status === 'all'}
                open={open}
              />
            </div>
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
            closeSent();
          }}
        />
      )}
      {opened && (
        <RequestDetail
          // Not by what is asked of the list, which may be written a moment later.
          key={['request', 'unsent', 'edit', 'act'].map((name) => address.get(name)).join()}
          listed={opened}
          actions={actions}
          sending={outbox.sending}
          startEditing={address.has('edit')}
          startWith={EVENT_FORMS.find((each) => each === address.get('act'))}
          onClose={close}
        />
      )}
    </>
  );
}

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

const keyOf = ({ key }: OptimisticRequest) => key;

/** Residents, who have few requests, choose a status only. */
function filtersOf(address: URLSearchParams, search: string, manager: boolean): RequestFilters {
  const of = (name: ListParameter) => (manager && address.get(name)) || '';
  return {
    ...{ status: statusOf(address.get('show')), search: manager ? search : '' },
    ...{ property: of('property'), home: of('home'), age: of('age') },
    ...{ stage: of('stage'), urgency: of('urgency'), category: of('category') },
    ...{ waiting: of('waiting'), assignee: of('assignee'), order: of('sort') },
  };
}

function Nothing({ anyAtAll }: { anyAtAll: boolean }) {
  const { pathname } = useLocation();
  return anyAtAll ? (
    <EmptyState
      icon={ClipboardList}
      title="No requests match these filters."
      action={
        <ButtonLink variant="secondary" to={pathname}>
          Clear filters
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState icon={ClipboardList} title="No maintenance requests yet.">
      When something leaks, squeaks or stops working, report it here, with or without a signal.
    </EmptyState>
  );
}
