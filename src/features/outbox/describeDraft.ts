import type { ListedDraft } from '../../offline/engine/draftList.ts';

interface DraftDescription {
  title: string;
  /** What was typed, where one field holds it. */
  detail?: string | undefined;
  /** The screen where it is finished. */
  to: string;
}

interface DraftForm {
  /** Matches the names of its drafts; the group is the record's id, or the name of one of several drafts. */
  name: RegExp;
  title: string;
  /** Called with the group of the name, and whether the person is a manager. */
  to: (id: string, manager: boolean) => string;
}

const maintenanceOf = (manager: boolean) => (manager ? '/admin/maintenance' : '/maintenance');

const FORMS: DraftForm[] = [
  { name: /^(new-maintenance-request.*)$/, title: 'New maintenance request', to: (draft, manager) => `${maintenanceOf(manager)}?new=1&draft=${draft}` },
  { name: /^edit-((?:maintenance|new):.+)$/, title: 'Change of a maintenance request', to: (record, manager) => `${maintenanceOf(manager)}?request=${record}&edit=1` },
  { name: /^(suggest-announcement.*)$/, title: 'Suggestion for the community board', to: (draft) => `/announcements?suggest=1&draft=${draft}` },
  { name: /^edit-announcement-(\d+)$/, title: 'Change of an announcement', to: (id) => `/admin/announcements?edit=${id}` },
  { name: /^new-announcement/, title: 'New announcement', to: () => '/admin/announcements?new=1' },
  { name: /^reading:/, title: 'Meter readings', to: () => '/admin/utilities' },
  { name: /^utility-rates/, title: 'Utility rates', to: () => '/admin/settings' },
  { name: /^new-user/, title: 'New user', to: () => '/admin/manage-users?new=1' },
  { name: /^edit-user-(\d+)$/, title: 'Change of a user', to: (id) => `/admin/manage-users?edit=${id}` },
  { name: /^new-unit/, title: 'New unit', to: () => '/admin/addunit' },
  { name: /^edit-unit-(\d+)$/, title: 'Change of a unit', to: (id) => `/admin/editunit/${id}` },
  { name: /^new-property/, title: 'New property', to: () => '/admin/addproperty' },
  { name: /^edit-property-(\d+)$/, title: 'Change of a property', to: (id) => `/admin/editproperty/${id}` },
  { name: /^charge-(\d+)$/, title: 'Charge', to: (id) => `/admin/payments?charge=${id}` },
  { name: /^payment-(\d+.*)$/, title: 'Payment', to: (id) => `/admin/payments?payment=${parseInt(id)}&draft=payment-${id}` },
  { name: /^edit-payment-(.+)$/, title: 'Change of a payment', to: (item) => `/admin/payments?edit=${item}` },
  { name: /^reversal-/, title: 'Reversal of an entry', to: () => '/admin/payments' },
  { name: /^profile/, title: 'Change of your profile', to: () => '/profile' },
]; // prettier-ignore

/** The title of a draft, and the link to finish it. */
export function describeDraft({ name, value }: ListedDraft, manager: boolean): DraftDescription {
  for (const form of FORMS) {
    const match = form.name.exec(name);
    if (match) return { title: form.title, detail: textOf(value), to: form.to(match[1] ?? '', manager) };
  }
  return { title: 'Draft', detail: textOf(value), to: manager ? '/admin/dashboard' : '/dashboard/resident' };
}

function textOf(value: unknown): string | undefined {
  const fields = (value ?? {}) as Record<string, unknown>;
  const text = fields.information ?? fields.announcement;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
