import type { Group, Thing } from './things.ts';

/** A screen, or something to do; with `of`, for a person or a home. */
export interface Action {
  label: string;
  /** Other words that it is found by. */
  words?: string;
  /** Where it leads without one; undefined where it needs one. */
  to?: string;
  of?: Extract<Group, 'people' | 'homes'>;
  toOne?: (thing: Thing) => string;
}

/** What management does, for a person or a home that is named with it. */
const managerActions: Action[] = [
  {
    label: 'Record Payment',
    words: 'take pay paid receive check cash',
    to: '/admin/payments',
    of: 'people',
    // The form opens without a connection where the list of balances has the account.
    toOne: ({ id, listed }) =>
      listed ? `/admin/payments?payment=${id}` : `/admin/ledger/${id}?payment=${id}`,
  },
  {
    label: 'Add Charge',
    words: 'fee bill',
    to: '/admin/payments',
    of: 'people',
    toOne: ({ id, listed }) => (listed ? `/admin/payments?charge=${id}` : `/admin/ledger/${id}`),
  },
  { label: 'Ledger', words: 'account', of: 'people', toOne: ({ id }) => `/admin/ledger/${id}` },
  { label: 'Statement', of: 'people', toOne: ({ id }) => `/admin/ledger/${id}/statement` },
  {
    label: 'Message',
    words: 'write conversation',
    of: 'people',
    toOne: ({ id }) => `/admin/messages?new=1&user=${id}`,
  },
  {
    label: 'Message to a home',
    words: 'write conversation',
    of: 'homes',
    toOne: ({ id }) => `/admin/messages?new=1&unit=${id}`,
  },
  {
    label: 'New Request',
    words: 'maintenance report issue',
    to: '/admin/maintenance?new=1',
    of: 'homes',
    toOne: ({ id }) => `/admin/maintenance?new=1&unit=${id}`,
  },
  {
    label: 'New Lease',
    words: 'add',
    to: '/admin/addlease',
    of: 'homes',
    toOne: ({ id }) => `/admin/addlease?unit=${id}`,
  },
  {
    label: 'Inspections',
    words: 'inspect move in out',
    to: '/admin/inspections',
    of: 'homes',
    toOne: ({ id }) => `/admin/home/${id}`,
  },
  {
    label: 'Notice of Entry',
    words: 'enter visit',
    of: 'homes',
    toOne: ({ id }) => `/admin/home/${id}?entry=1`,
  },
  { label: 'Edit Unit', words: 'home', of: 'homes', toOne: ({ id }) => `/admin/editunit/${id}` },
  { label: 'New Announcement', words: 'post', to: '/admin/announcements?new=1' },
  { label: 'Create User', words: 'add new person tenant resident', to: '/admin/manage-users?new=1' },
  { label: 'Add Property', words: 'new', to: '/admin/addproperty' },
  { label: 'Add Unit', words: 'new home', to: '/admin/addunit' },
  { label: 'Leases from Units', words: 'new', to: '/admin/leases/from-units' },
];

const managerScreens: Action[] = [
  { label: 'Dashboard', words: 'today', to: '/admin/dashboard' },
  { label: 'Property Info', words: 'properties', to: '/admin/propertyinfo' },
  { label: 'Units', words: 'homes', to: '/admin/units' },
  { label: 'Manage Users', words: 'people tenants residents', to: '/admin/manage-users' },
  { label: 'Messages', words: 'conversations inbox', to: '/admin/messages' },
  { label: 'Invitations', to: '/admin/invitations' },
  { label: 'Payments', words: 'tenant balances owing overdue', to: '/admin/payments' },
  { label: 'Letters', words: 'reminders print overdue', to: '/admin/letters' },
  { label: 'Books', words: 'rent roll reports export', to: '/admin/books' },
  { label: 'Deposits', words: 'security', to: '/admin/deposits' },
  { label: 'Template of inspections', words: 'rooms items', to: '/admin/inspections/template' },
  { label: 'Utilities', words: 'enter monthly utility meter readings bills', to: '/admin/utilities' },
  { label: 'Utility Rates', words: 'settings tariffs', to: '/admin/settings' },
  { label: 'Scan a Sticker', words: 'qr code camera meter', to: '/admin/utilities/scan' },
  { label: 'Meter Stickers', words: 'qr code print', to: '/admin/utilities/stickers' },
  { label: 'Maintenance', words: 'requests', to: '/admin/maintenance' },
  { label: 'Upkeep', words: 'recurring maintenance filters plan', to: '/admin/upkeep' },
  { label: 'Announcements', words: 'community board', to: '/admin/announcements' },
  { label: 'Leases', to: '/admin/leases' },
  { label: 'Leases that end', words: 'renew renewal expire soon', to: '/admin/leases?show=ending' },
  { label: 'Late fees', words: 'leases', to: '/admin/leases#late-fees' },
  { label: 'Import', words: 'csv workbook', to: '/admin/import' },
  { label: 'Community', words: 'settings logo name', to: '/admin/community' },
  { label: 'The community’s defaults', words: 'notifications', to: '/admin/notifications' },
];

const screensForAll: Action[] = [
  { label: 'Profile', words: 'password email phone second factor account', to: '/profile' },
  { label: 'Contact Us', words: 'phone office', to: '/contact' },
  { label: 'Notifications', words: 'bell', to: '/notifications' },
  {
    label: 'Notification settings',
    words: 'preferences push email quiet hours',
    to: '/notifications/preferences',
  },
  { label: 'Unsent', words: 'outbox waiting', to: '/outbox' },
  { label: 'This device', words: 'offline install storage', to: '/device' },
];

const residentActions: Action[] = [
  { label: 'Pay Rent', words: 'make payment', to: '/payments' },
  { label: 'Submit Request', words: 'new maintenance report issue', to: '/maintenance?new=1' },
  { label: 'New message', words: 'write contact ask management', to: '/messages?new=1' },
  { label: 'Suggest a Post', words: 'announcement', to: '/announcements?suggest=1' },
];

const residentScreens: Action[] = [
  { label: 'Dashboard', words: 'home', to: '/dashboard/resident' },
  { label: 'Payments', words: 'balance', to: '/payments' },
  { label: 'Autopay', words: 'automatic payments', to: '/payments/autopay' },
  { label: 'Account Ledger', words: 'history', to: '/ledger' },
  { label: 'Statement', to: '/ledger/statement' },
  { label: 'Deposit', words: 'security', to: '/payments/deposit' },
  { label: 'Inspections', words: 'move in out remarks', to: '/inspections' },
  { label: 'Notices of Entry', words: 'visit enter home', to: '/entry-notices' },
  { label: 'Maintenance', words: 'requests', to: '/maintenance' },
  { label: 'Write to management', words: 'messages conversations inbox', to: '/messages' },
  { label: 'Announcements', words: 'community board', to: '/announcements' },
];

/** What is offered to be typed where nothing was found before. */
export function examplesOf(isManager: boolean): readonly string[] {
  return isManager
    ? ['record payment', 'new request', 'late fees']
    : ['pay rent', 'submit request', 'statement'];
}

/** What somebody can do, and the screens that they can open. */
export function actionsOf(isManager: boolean): { actions: Action[]; screens: Action[] } {
  return isManager
    ? { actions: managerActions, screens: [...managerScreens, ...screensForAll] }
    : { actions: residentActions, screens: [...residentScreens, ...screensForAll] };
}
