import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useThreads } from '../../subjects/messages/useThreads.ts';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { NewMessage } from './NewMessage.tsx';
import { CHIPS, COLUMNS, emptyText, rowKey, summaryOf, textsOf } from './threadList.tsx';
import { useWriting, type Recipient } from './useWriting.ts';

/** `/admin/messages`: the conversations with people and homes, who waits first. */
export default function ManageMessages() {
  const threads = useThreads();
  const { notice, setNotice, start } = useWriting();
  const { address, close } = useDialogAddress();
  const to = useRecipient(address);
  const list = useList({
    rows: threads.data ?? NONE,
    rowKey,
    textsOf,
    columns: COLUMNS,
    chips: CHIPS,
    asTheyCome: 'Last message first',
  });
  if (threads.denied) return <AccessDenied />;
  return (
    <>
      <PageHeading
        title="Messages"
        description="What people and homes write to management, and management to them."
        action={<ButtonLink to="/admin/manage-users">Choose a Person</ButtonLink>}
      />
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={threads} failed="Unable to load the messages">
        {(rows) => (
          <div>
            <ListTools
              label="Search by name, unit or words"
              list={list}
              one="conversation"
              many="conversations"
              chipsLabel="Messages"
              printed="Messages"
            />
            <ListTable
              caption="Messages"
              list={list}
              columns={COLUMNS}
              rowKey={rowKey}
              summaryOf={summaryOf}
              empty={emptyText(rows, list.typed !== '')}
            />
          </div>
        )}
      </Loaded>
      {address.has('new') && to && <NewMessage to={to} onSubmit={start} onClose={close} />}
    </>
  );
}

const NONE: ListedThread[] = [];

/** The person or the home that the address names; undefined until this device knows their name. */
function useRecipient(address: URLSearchParams): Recipient | undefined {
  const users = useCachedQuery('listUsers', {}).data;
  const units = useCachedQuery('listUnits', {}).data;
  const unit = units?.find(({ id }) => String(id) === address.get('unit'));
  if (unit) return { about: unitLabel(unit), user_id: null, unit_id: unit.id };
  const user = users?.find(({ id }) => String(id) === address.get('user'));
  return user && { about: fullNameOf(user), user_id: user.id, unit_id: null };
}
