import type { OutboxItem } from '../../offline/engine/database.ts';
import { namesDiscarded } from '../../offline/engine/outbox/itemState.ts';
import { endText } from '../../subjects/users/access/accessTexts.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { editAt, type Description } from './description.ts';

type MoveRoute = 'setKeys' | 'setLastDay' | 'setForwardingAddress' | 'endAccess';

/** The text of an unsent step of moving in or out, and the link to edit it. */
export function describeMove(item: OutboxItem<MoveRoute>, manager: boolean): Description {
  const { id } = item.input.params;
  const lease = `/admin/lease/${id}`;
  switch (item.route) {
    case 'setKeys': {
      const { keys, done } = item.input.body;
      return {
        title: `Keys of ${item.shown.home}`,
        detail: done ? `Keys ${keys}` : `Keys not ${keys}`,
        edit: namesDiscarded(item) ? undefined : lease,
      };
    }
    case 'setLastDay': {
      const { ends } = item.input.body;
      return {
        title: `Last day of the lease of ${item.shown.home}`,
        detail: ends === null ? 'The lease goes on' : timeText(ends),
        edit: editAt(item, lease, `${lease}?change=last-day`),
      };
    }
    case 'setForwardingAddress':
      return {
        title: `Forwarding address for ${item.shown.home}`,
        detail: item.input.body.forwarding_address ?? undefined,
        edit: manager ? `${lease}?address=${id}` : `/inspections?address=${id}`,
      };
    case 'endAccess': {
      const person = `/admin/person/${id}`;
      return {
        title: `End of access of ${item.shown.name}`,
        detail: endText(item.shown, item.input.body),
        edit: editAt(item, person, `${person}?end-access=${id}`),
      };
    }
  }
}
