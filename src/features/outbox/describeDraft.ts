import type { ListedDraft } from '../../offline/engine/draftList.ts';

interface DraftDescription {
  title: string;
  /** What was typed, where one field has it. */
  detail?: string | undefined;
  /** The screen where it is finished. */
  to: string;
}

interface DraftForm {
  /** Matches the names of its drafts; the group is the record's id, or the name of one of several drafts. */
  name: RegExp;
  title: string;
  /** The field that its drafts have, where another form's have names of the same kind. */
  field?: string;
  /** Called with the group of the name, and whether the person is a manager. */
  to: (id: string, manager: boolean) => string;
}

const maintenanceOf = (manager: boolean) => (manager ? '/admin/maintenance' : '/maintenance');

const FORMS: DraftForm[] = [
  { name: /^(new-maintenance-request.*)$/, title: 'New maintenance request', to: (draft, manager) => `${maintenanceOf(manager)}?new=1&draft=${draft}` },
  { name: /^edit-new:/, field: 'announcement', title: 'Change of a suggestion', to: () => '/announcements' },
  { name: /^edit-((?:maintenance|new):.+)$/, title: 'Change of a maintenance request', to: (record, manager) => `${maintenanceOf(manager)}?request=${record}&edit=1` },
  { name: /^request-reply-(\d+)$/, title: 'Reply to a maintenance request', to: (id, manager) => `${maintenanceOf(manager)}?request=maintenance:${id}` },
  { name: /^request-((?:assigned|scheduled|done|reopened)-\d+)$/, title: 'Work on a maintenance request', to: (draft, manager) => `${maintenanceOf(manager)}?request=maintenance:${draft.split('-')[1] ?? ''}&act=${draft.split('-')[0] ?? ''}` },
  { name: /^entry-notice-unit-(\d+)$/, title: 'Notice of entry', to: (id) => `/admin/home/${id}?entry=1` },
  { name: /^entry-notice-request-(\d+)$/, title: 'Notice of entry', to: (id) => `/admin/maintenance?request=maintenance:${id}&act=entry` },
  { name: /^edit-entry-notice-/, title: 'Change of a notice of entry', to: () => '/outbox' },
  { name: /^entry-answer-(\d+)$/, title: 'Answer to a notice of entry', to: (id) => `/entry-notices?answer=${id}` },
  { name: /^(suggest-announcement.*)$/, title: 'Suggestion for the community board', to: (draft) => `/announcements?suggest=1&draft=${draft}` },
  { name: /^edit-announcement-(\d+)$/, title: 'Change of an announcement', to: (id) => `/admin/announcements?edit=${id}` },
  { name: /^new-announcement-for-([\d,]+)$/, title: 'New announcement', to: (ids) => `/admin/announcements?new=1&for=${ids}` },
  { name: /^new-announcement/, title: 'New announcement', to: () => '/admin/announcements?new=1' },
  { name: /^new-common-meter/, title: 'Common meter', to: () => '/admin/utilities?common=new' },
  { name: /^common-meter-(\d+)$/, title: 'Common meter', to: (id) => `/admin/utilities?common=${id}` },
  { name: /^read-common-meter-(\d+)$/, title: 'Reading of a common meter', to: (id) => `/admin/utilities?read-common=${id}` },
  { name: /^correct-common-/, title: 'Reading of a common meter', to: () => '/admin/utilities' },
  { name: /^reading:/, title: 'Meter readings', to: () => '/admin/utilities' },
  { name: /^skip-meter-(\d+)$/, title: 'A meter that is not read', to: (id) => `/admin/utilities?meter=${id}` },
  { name: /^utility-rates/, title: 'Utility rates', to: () => '/admin/settings' },
  { name: /^new-tariff/, title: 'New tariff', to: () => '/admin/settings?tariff=new' },
  { name: /^tariff-(\d+)$/, title: 'Change of a tariff', to: (id) => `/admin/settings?tariff=${id}` },
  { name: /^new-user/, title: 'New user', to: () => '/admin/manage-users?new=1' },
  { name: /^edit-user-(\d+)$/, title: 'Change of a user', to: (id) => `/admin/manage-users?edit=${id}` },
  { name: /^edit-person-(.+)$/, title: 'Change of a new person', to: (item) => `/admin/invitations?edit=${item}` },
  { name: /^new-person/, title: 'New person', to: () => '/admin/invitations?new=1' },
  { name: /^community/, title: 'Community', to: () => '/admin/community' },
  { name: /^notification-defaults/, title: 'Notifications of the community', to: () => '/admin/notifications' },
  { name: /^notification-preferences/, title: 'Choice of notifications', to: () => '/notifications/preferences' },
  { name: /^new-unit/, title: 'New unit', to: () => '/admin/addunit' },
  { name: /^edit-unit-(\d+)$/, title: 'Change of a unit', to: (id) => `/admin/editunit/${id}` },
  { name: /^new-property/, title: 'New property', to: () => '/admin/addproperty' },
  { name: /^edit-property-(\d+)$/, title: 'Change of a property', to: (id) => `/admin/editproperty/${id}` },
  { name: /^charge-(\d+)$/, title: 'Charge', to: (id) => `/admin/payments?charge=${id}` },
  { name: /^credit-(\d+)$/, title: 'Credit', to: (id) => `/admin/ledger/${id}?credit=${id}` },
  { name: /^edit-given-(.+)$/, title: 'Change of a charge or a credit', to: () => '/admin/payments' },
  { name: /^edit-refund-(.+)$/, title: 'Change of a refund', to: () => '/admin/payments' },
  { name: /^refund-(\d+)/, title: 'Refund', to: (id) => `/admin/ledger/${id}?refund=${id}` },
  { name: /^charges-([\d,]+)$/, title: 'Charge of several tenants', to: (ids) => `/admin/payments?charges=${ids}` },
  { name: /^payment-(\d+.*)$/, title: 'Payment', to: (id) => `/admin/payments?payment=${parseInt(id)}&draft=payment-${id}` },
  { name: /^payment-(new:[\da-f-]{36})/, title: 'Payment', to: (id) => `/admin/payments?payment=${id}` },
  { name: /^payer-/, title: 'Who paid', to: () => '/admin/payments' },
  { name: /^edit-payment-(.+)$/, title: 'Change of a payment', to: (item) => `/admin/payments?edit=${item}` },
  { name: /^reversal-/, title: 'Reversal of an entry', to: () => '/admin/payments' },
  { name: /^return-/, title: 'Returned payment', to: () => '/admin/payments' },
  { name: /^note-user-(\d+)/, title: 'Note on a person', to: (id) => `/admin/person/${id}?note=1` },
  { name: /^note-unit-(\d+)/, title: 'Note on a home', to: (id) => `/admin/home/${id}?note=1` },
  { name: /^new-message-user-(\d+)$/, title: 'New message', to: (id) => `/admin/messages?new=1&user=${id}` },
  { name: /^new-message-unit-(\d+)$/, title: 'New message', to: (id) => `/admin/messages?new=1&unit=${id}` },
  { name: /^new-message-/, title: 'New message', to: (_, manager) => (manager ? '/admin/messages' : '/messages?new=1') },
  { name: /^edit-message-/, title: 'Change of a message', to: () => '/outbox' },
  { name: /^message-(.+)$/, title: 'Message', to: (id, manager) => `${manager ? '/admin' : ''}/messages/${id}` },
  { name: /^reminder-/, title: 'Reminder', to: () => '/admin/payments' },
  { name: /^inspection-(\d+)-.+$/, title: 'Inspection of a home', to: (unit) => `/admin/home/${unit}` },
  { name: /^new-upkeep/, title: 'New upkeep', to: () => '/admin/upkeep?new=1' },
  { name: /^upkeep-(\d+)$/, title: 'Change of upkeep', to: (id) => `/admin/upkeep?change=${id}` },
  { name: /^new-lease$/, title: 'New lease', to: () => '/admin/addlease' },
  { name: /^new-lease-(\d+)$/, title: 'New lease', to: (id) => `/admin/addlease?unit=${id}` },
  { name: /^edit-lease-(.+)$/, title: 'Change of a new lease', to: (item) => `/admin/addlease?edit=${item}` },
  { name: /^leases-from-units$/, title: 'Leases from units', to: () => '/admin/leases/from-units' },
  { name: /^new-lease-charge-(\d+)$/, title: 'New charge of a lease', to: (id) => `/admin/lease/${id}?charge=new` },
  { name: /^lease-charge-/, title: 'Change of a lease’s charge', to: () => '/admin/leases' },
  { name: /^lease-tenants-(\d+)$/, title: 'Change of a lease’s tenants', to: (id) => `/admin/lease/${id}?change=tenants` },
  { name: /^lease-terms-(\d+)$/, title: 'Change of a lease’s terms', to: (id) => `/admin/lease/${id}?change=terms` },
  { name: /^renew-lease-(\d+)$/, title: 'Next lease of a unit', to: (id) => `/admin/dashboard?renew=${id}` },
  { name: /^end-access-(\d+)$/, title: 'End of access', to: (id) => `/admin/person/${id}?end-access=${id}` },
  { name: /^end-lease-(\d+)$/, title: 'Last day of a lease', to: (id) => `/admin/lease/${id}?change=last-day` },
  { name: /^edit-deposit-/, title: 'Change of a deposit', to: () => '/admin/deposits' },
  { name: /^deposit-entry-/, title: 'What is taken back of a deposit', to: () => '/admin/deposits' },
  { name: /^deposit-(\d+|new:[\da-f-]{36})-/, title: 'Deposit', to: (id) => `/admin/lease/${id}` },
  { name: /^deposit-rule-(\d+)$/, title: 'How deposits of a property are kept', to: (id) => `/admin/deposits?property-rule=${id}` },
  { name: /^deposit-rule$/, title: 'How deposits are kept', to: () => '/admin/deposits?rule=1' },
  { name: /^inspection-(\d+-[\da-f-]{36})$/, title: 'Inspection of a home', to: (id) => `/admin/inspections/${id.replace('-', '/')}/walk` },
  { name: /^inspection-remark-(.+)$/, title: 'Remark on an inspection', to: (id) => `/inspections/${id}?remark=1` },
  { name: /^forwarding-address-(\d+)$/, title: 'Forwarding address', to: (id, manager) => manager ? `/admin/lease/${id}?address=${id}` : `/inspections?address=${id}` },
  { name: /^inspection-template$/, title: 'Template of inspections', to: () => '/admin/inspections/template' },
  { name: /^new-meter-(\d+)$/, title: 'New meter', to: (id) => `/admin/home/${id}?meter=new` },
  { name: /^correct-meter-/, title: 'Correction of a meter', to: () => '/admin/units' },
  { name: /^correct-reading-/, title: 'Correction of a reading', to: () => '/admin/units' },
  { name: /^send-reading-(\d+)$/, title: 'Reading of a meter', to: (id) => `/dashboard/resident?read=${id}` },
  { name: /^decline-reading-(\d+)$/, title: 'A reading that is declined', to: (id) => `/admin/utilities?decline=${id}` },
  { name: /^read-meter-/, title: 'Reading of a meter', to: () => '/admin/units' },
  { name: /^exchange-common-meter-/, title: 'Exchange of a common meter', to: () => '/admin/utilities' },
  { name: /^remove-common-meter-/, title: 'Removal of a common meter', to: () => '/admin/utilities' },
  { name: /^exchange-meter-/, title: 'Exchange of a meter', to: () => '/admin/units' },
  { name: /^remove-meter-/, title: 'Removal of a meter', to: () => '/admin/units' },
  { name: /^late-fee-lease-(\d+)$/, title: 'Late fee of a lease', to: (id) => `/admin/lease/${id}?change=late-fee` },
  { name: /^late-fee-property-(\d+)$/, title: 'Late fee of a property', to: (id) => `/admin/leases?late-fee=${id}` },
  { name: /^pay-part$/, title: 'Pay another amount', to: () => '/payments?part=1' },
  { name: /^autopay$/, title: 'Autopay', to: () => '/payments/autopay?replace=1' },
  { name: /^change-autopay$/, title: 'Change of autopay', to: () => '/payments/autopay?change=1' },
  { name: /^(?:password|second-factor)/, title: 'Change of how you sign in', to: () => '/profile' },
  { name: /^profile/, title: 'Change of your profile', to: () => '/profile' },
]; // prettier-ignore

/** The title of a draft, and the link to finish it: the address that it keeps itself, or the one that its name tells. */
export function describeDraft(
  { name, value }: Pick<ListedDraft, 'name' | 'value'>,
  manager: boolean,
): DraftDescription {
  for (const form of FORMS) {
    const match = form.name.exec(name);
    if (match && (form.field === undefined || form.field in fieldsOf(value))) {
      return {
        title: form.title,
        detail: textOf(value),
        to: addressOf(value) ?? form.to(match[1] ?? '', manager),
      };
    }
  }
  return { title: 'Draft', detail: textOf(value), to: manager ? '/admin/dashboard' : '/dashboard/resident' };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' ? { ...value } : {};
}

function addressOf(value: unknown): string | undefined {
  const { at } = fieldsOf(value);
  return typeof at === 'string' ? at : undefined;
}

function textOf(value: unknown): string | undefined {
  const fields = fieldsOf(value);
  const text = fields.information ?? fields.announcement ?? fields.text;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
