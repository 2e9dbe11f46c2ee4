import type { AddedEvent } from '../../../contract/maintenance/requestEvents.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { namesDiscarded } from '../../offline/engine/outbox/itemState.ts';
import { mayEdit } from '../../offline/subjects/conversations/threadList.ts';
import { unsentIdOf } from '../../offline/subjects/leases/leases.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { describeMove } from './describeMove.ts';
import { editAt, type Description } from './description.ts';

const EVENT_TITLES: Readonly<Record<AddedEvent, string>> = {
  reply: 'Reply to a maintenance request',
  note: 'Note on a maintenance request',
  assigned: 'Assignment of a maintenance request',
  scheduled: 'Visit for a maintenance request',
  started: 'Start of a maintenance request',
  done: 'Maintenance request marked complete',
  confirmed: 'Maintenance request confirmed as fixed',
  reopened: 'Maintenance request reopened',
};

/** The text of an unsent change, and the link to edit it. */
export function describe(item: OutboxItem, manager: boolean): Description {
  const screen = manager ? '/admin/maintenance' : '/maintenance';
  const where = item.shown && 'unit' in item.shown && item.shown.unit ? ` for ${item.shown.unit}` : '';
  const address = `${screen}?unsent=${item.id}`;
  const editing = item.refusal ? address : `${address}&edit=1`;
  switch (item.route) {
    case 'createMaintenance':
      return {
        title: `New maintenance request${where}`,
        detail: item.input.body.information,
        edit: editing,
      };
    case 'updateMaintenance':
      return {
        title: `Change of a maintenance request${where}`,
        detail: item.input.body.information,
        edit: editing,
      };
    case 'attachPhoto':
      return {
        title: `Photos of a maintenance request${where}`,
        detail: item.shown?.information,
        edit: editing,
      };
    case 'attachRecordPhoto':
      return { title: `Photos of ${item.shown.title}${where}`, detail: item.shown.words };
    case 'cancelMaintenance':
      return {
        title: `Cancelling of a maintenance request${where}`,
        detail: item.shown?.information,
      };
    case 'createUtilityBills': {
      const { length } = item.input.body;
      return {
        title: length === 1 ? '1 utility bill' : `${length} utility bills`,
        detail: item.shown.bills.map(({ unit }) => unit).join('; '),
        edit: `/admin/utilities?unsent=${item.id}`,
      };
    }
    case 'readMeter':
      return {
        title: `Reading of ${item.shown.meter}`,
        detail: String(item.input.body.value),
        edit: item.refusal && `/admin/home/${item.shown.unit_id}?read=${item.input.params.id}`,
      };
    case 'readCommonMeter':
      return {
        title: `Reading of ${item.shown.meter}`,
        detail: String(item.input.body.value),
        edit: item.refusal && `/admin/utilities?read-common=${item.input.params.id}`,
      };
    case 'sendReading':
      return {
        title: `Reading of ${item.shown.meter}`,
        detail: String(item.input.body.value),
        edit: item.refusal && `/dashboard/resident?read=${item.input.params.id}`,
      };
    case 'answerSentReading':
      return {
        title: item.input.body.approved ? 'Approval of a reading' : 'A reading that is declined',
        detail: item.shown.reading,
        edit: item.refusal && '/admin/utilities',
      };
    case 'skipMeter':
      return { title: `Not read: ${item.shown.meter}`, detail: item.input.body.reason };
    case 'setWalkingOrder':
      return {
        title: `Walking order of ${item.shown.property}`,
        detail: undefined,
        edit: item.refusal ? '/admin/utilities' : undefined,
      };
    case 'addRequestEvent':
      return {
        title: `${EVENT_TITLES[item.input.body.kind]}${where}`,
        detail: item.input.body.text ?? item.shown.information,
        edit: item.refusal && address,
      };
    case 'giveEntryNotice': {
      const { unit_id, purpose, text } = item.input.body;
      const home = `/admin/home/${unit_id}`;
      return {
        title: `Notice of entry, ${item.shown.home}`,
        detail: text || purpose,
        // After it may have arrived, it cannot be changed before its answer.
        edit: item.mayHaveArrived && !item.refusal ? undefined : `${home}?edit-entry=${item.id}`,
      };
    }
    case 'answerEntryNotice':
      return {
        title: `Answer to the notice of entry on ${item.shown.time}`,
        detail: item.input.body.text || undefined,
        edit: item.refusal && '/entry-notices',
      };
    case 'completeMaintenance':
      return {
        title: `Maintenance request marked complete${where}`,
        detail: item.shown?.information,
      };
    case 'recordPayment': {
      const { amount, type, reference, receipt_number } = item.input.body;
      return {
        title: `Payment of ${moneyText(toCents(amount))} from ${item.shown.name}`,
        detail: [[type, reference].filter(Boolean).join(' '), receipt_number && `receipt ${receipt_number}`]
          .filter(Boolean)
          .join(', '),
        edit: editAt(item, '/admin/payments', `/admin/payments?edit=${item.id}`),
      };
    }
    case 'createCharge':
    case 'createCredit': {
      const { userId, amount } = item.input.body;
      const [title, detail] =
        item.route === 'createCharge'
          ? ['Charge', item.input.body.description]
          : ['Credit', item.input.body.reason];
      return {
        title: `${title} of ${moneyText(toCents(amount))} for ${item.shown.name}`,
        detail,
        edit: editAt(item, `/admin/ledger/${userId}`, `/admin/ledger/${userId}?edit-given=${item.id}`),
      };
    }
    case 'recordRefund': {
      const { userId, amount, type, reference } = item.input.body;
      return {
        title: `Refund of ${moneyText(toCents(amount))} to ${item.shown.name}`,
        detail: [type, reference].filter(Boolean).join(' '),
        edit: editAt(item, `/admin/ledger/${userId}`, `/admin/ledger/${userId}?edit-refund=${item.id}`),
      };
    }
    case 'addDepositEntry': {
      const { kind, amount, method, reference } = item.input.body;
      const lease = `/admin/lease/${item.input.params.id}`;
      return {
        title: `Deposit of ${item.shown.name}: ${moneyText(toCents(amount))} ${kind.toLowerCase()}`,
        detail: [method, reference].filter(Boolean).join(' '),
        // The lease of one that names what was discarded is not there.
        edit: namesDiscarded(item) ? undefined : editAt(item, lease, `${lease}?edit-deposit=${item.id}`),
      };
    }
    case 'createLease':
      return {
        title: `New lease: ${unitLabel(item.shown)}`,
        detail: item.shown.tenants.map(({ name }) => name).join(', '),
        edit: `/admin/lease/${unsentIdOf(item)}`,
      };
    case 'addNote': {
      const { user_id, unit_id, text } = item.input.body;
      return {
        title: `Note on ${item.shown.about}`,
        detail: text,
        edit: item.refusal && (unit_id ? `/admin/home/${unit_id}` : `/admin/person/${user_id ?? ''}`),
      };
    }
    case 'addMessage': {
      const { kind, text } = item.input.body;
      const about = manager ? ` to ${item.shown.about}` : ' to management';
      return kind === 'closed'
        ? { title: `Conversation with ${item.shown.about} closed`, detail: undefined }
        : {
            title: `Message${about}`,
            detail: text,
            edit: mayEdit(item)
              ? `${manager ? '/admin' : ''}/messages/${item.input.params.id}?edit-message=${item.id}`
              : undefined,
          };
    }
    case 'markMessagesRead':
      return { title: 'Messages read', detail: item.shown.subject };
    case 'saveInspection': {
      const { unit_id, kind, finalized } = item.input.body;
      return {
        title: `${kind} inspection of ${item.shown.home}`,
        detail: finalized ? 'Finalized' : 'Draft',
        edit:
          item.refusal || !finalized
            ? `/admin/inspections/${unit_id}/${item.input.params.id}/walk`
            : undefined,
      };
    }
    case 'setKeys':
    case 'setLastDay':
    case 'setForwardingAddress':
    case 'endAccess':
      return describeMove(item, manager);
    case 'createPerson': {
      const { firstName: first_name, lastName: last_name } = item.input.body;
      return {
        title: `New person: ${fullNameOf({ first_name, last_name })}`,
        detail: unitLabel(item.shown),
        edit: editAt(item, '/admin/invitations', `/admin/invitations?edit=${item.id}`),
      };
    }
    case 'invitePerson':
      return {
        title: `Invitation of ${item.shown.name}`,
        detail: unitLabel(item.shown),
        edit: item.refusal && '/admin/invitations',
      };
    case 'addInspectionRemark':
      return {
        title: `Remark on the ${item.shown.kind.toLowerCase()} inspection of ${item.shown.home}`,
        detail: item.input.body.text,
        edit: `/inspections/${item.input.params.id}`,
      };
    case 'submitAnnouncement':
      return {
        title: 'Suggestion for the community board',
        detail: item.input.body.announcement,
        // After it may have arrived, an edited suggestion would be stored as a second one.
        edit: item.mayHaveArrived ? undefined : `/announcements?unsent=${item.id}`,
      };
  }
}
