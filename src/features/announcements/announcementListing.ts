import { publishedAt, type Announcement } from '../../../contract/announcements/announcement.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import type { ListOrder } from '../../ui/lists/listOrders.ts';
import { typeLabel } from './AnnouncementCard.tsx';

export type Status = 'all' | Announcement['status'];

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const satisfies { value: Status; label: string }[];

/** The status that an address names; all for any other text. */
export function statusOf(text: string | null): Status {
  return STATUSES.find(({ value }) => value === text)?.value ?? 'all';
}

export function statusLabel(status: Announcement['status']): string {
  return STATUSES.find(({ value }) => value === status)?.label ?? status;
}

/** The statuses, with how many announcements have each. */
export function countedStatuses(announcements: readonly Announcement[]) {
  return STATUSES.map(({ value, label }) => ({
    value,
    label,
    count: announcements.filter(({ status }) => value === 'all' || status === value).length,
  }));
}

/** By what the list can stand; the first is how it comes. */
export const ORDERS: readonly ListOrder<Announcement>[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first', key: (each) => Date.parse(publishedAt(each)) },
  { value: 'author', label: 'Author', key: fullNameOf },
  { value: 'type', label: 'Type', key: ({ announcement_type }) => typeLabel(announcement_type) },
  { value: 'status', label: 'Status', key: ({ status }) => statusLabel(status) },
];
