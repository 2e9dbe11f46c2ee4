import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { visitText } from '../../../../contract/maintenance/visitText.ts';
import { PersonName } from '../../../subjects/users/PersonLink.tsx';

/** What an event says beside its words and its author. */
export function EventTitle({ event }: { event: RequestEvent }) {
  switch (event.kind) {
    case 'reported':
      return 'Reported';
    case 'seen':
      return 'Seen by management';
    case 'reply':
      return 'Reply';
    case 'note':
      return 'Note for management only';
    case 'assigned':
      return (
        <>
          Assigned to <PersonName id={event.assignee_id}>{event.assignee ?? 'management'}</PersonName>
        </>
      );
    case 'scheduled':
      return visitText(event);
    case 'started':
      return 'Work started';
    case 'done':
      return 'Marked complete';
    case 'confirmed':
      return 'Confirmed as fixed';
    case 'reopened':
      return event.by_management ? 'Reopened by management' : 'Still not fixed';
  }
}
