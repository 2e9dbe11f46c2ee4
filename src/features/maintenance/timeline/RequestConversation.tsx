import { useState } from 'react';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { eventsAmong, eventsWithUnsent } from '../../../offline/subjects/maintenance/requestEvents.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import type { MaintenanceRequest } from '../../../../contract/maintenance/maintenance.ts';
import { useEntryNotices } from '../../../subjects/entryNotices/useEntryNotices.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import type { useRequestActions } from '../useRequestActions.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { Timeline } from './Timeline.tsx';
import { useThumbnailsOffline } from '../../../subjects/photos/useThumbnailsOffline.ts';
import { useSeen } from './useSeen.ts';

interface RequestConversationProps {
  listed: OptimisticRequest;
  /** As the server has it. */
  request: MaintenanceRequest;
  actions: ReturnType<typeof useRequestActions>;
  sending: string | undefined;
}

/** What happened with a request and what was said about it, and the field to say more. */
export function RequestConversation({ listed, request, actions, sending }: RequestConversationProps) {
  const read = useCachedQuery('listRequestEvents', { params: { id: String(request.id) } });
  const { data: waiting } = useCachedQuery('listWaitingEvents', {});
  // One that was never opened on this device is among those that were read ahead.
  const events = { ...read, data: read.data ?? eventsAmong(waiting, request.id) };
  const { known: notices } = useEntryNotices();
  const [replies, setReplies] = useState(0);
  useSeen(request);
  useThumbnailsOffline(events.data);
  return (
    <section aria-label="What happened" className="flex flex-col gap-4">
      <h3 className="font-semibold">What happened</h3>
      <Loaded query={events} failed="Failed to load what happened" loading={<p>Loading...</p>}>
        {(all) => (
          <Timeline
            events={eventsWithUnsent(all, listed.unsent, request.id)}
            notices={notices.filter(({ notice }) => notice.request_id === request.id)}
            sending={sending}
          />
        )}
      </Loaded>
      {/* The next reply is written in a form of its own. */}
      <ReplyForm
        key={replies}
        request={request.id}
        onSubmit={async (body, draft, photos) => {
          await actions.add(listed, body, draft, { photos });
          setReplies((count) => count + 1);
        }}
      />
    </section>
  );
}
