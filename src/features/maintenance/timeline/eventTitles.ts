import type { RequestEvent } from '../../../../contract/maintenance/requestEvents.ts';
import { visitText } from '../../../../contract/maintenance/visitText.ts';

/** What an event says beside its words and its author. */
export function titleOf(event: RequestEvent): string {
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
      return `Assigned to ${event.assignee ?? 'somebody'}`;
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
