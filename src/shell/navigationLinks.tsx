import {
  AlarmClock,
  BookOpen,
  Building2,
  ClipboardCheck,
  CreditCard,
  DoorOpen,
  FileSignature,
  FileSpreadsheet,
  CalendarClock,
  Gauge,
  House,
  Landmark,
  MailPlus,
  Megaphone,
  MessagesSquare,
  Phone,
  Send,
  SlidersHorizontal,
  Smartphone,
  UserRound,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { User } from '../../contract/users/user.ts';
import type { LinkGroup } from '../ui/layout/navigationLink.ts';
import { Bell } from './Bell.tsx';

const residentLinks = [
  { to: '/dashboard/resident', label: 'Dashboard', icon: House },
  { to: '/payments', label: 'Payments', icon: CreditCard, above: ['/payments', '/ledger'] },
  { to: '/maintenance', label: 'Maintenance', icon: Wrench },
  { to: '/announcements', label: 'Announcements', icon: Megaphone },
  { to: '/profile', label: 'Profile', icon: UserRound },
];
const managerLinks = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: House },
  {
    to: '/admin/propertyinfo',
    label: 'Property Info',
    icon: Building2,
    above: ['/admin/addproperty', '/admin/editproperty', '/admin/property'],
  },
  {
    to: '/admin/units',
    label: 'Units',
    icon: DoorOpen,
    above: ['/admin/addunit', '/admin/editunit', '/admin/home'],
  },
  {
    to: '/admin/manage-users',
    label: 'Manage Users',
    icon: UsersRound,
    above: ['/admin/person'],
  },
  {
    to: '/admin/payments',
    label: 'Payments',
    icon: CreditCard,
    above: ['/admin/ledger', '/admin/letters', '/payments'],
  },
  {
    to: '/admin/utilities',
    label: 'Utilities',
    icon: Gauge,
    above: ['/admin/utilities/stickers', '/admin/utilities/scan'],
  },
  { to: '/admin/maintenance', label: 'Maintenance', icon: Wrench },
  { to: '/admin/announcements', label: 'Announcements', icon: Megaphone },
];

/** The paths in the bar at the bottom of an upright phone. */
const RESIDENT_PLACES = ['/dashboard/resident', '/payments', '/maintenance', '/announcements'];
const MANAGER_PLACES = ['/admin/dashboard', '/admin/maintenance', '/admin/utilities', '/admin/payments'];

const ofDevice = [
  { to: '/outbox', label: 'Unsent', icon: Send },
  { to: '/device', label: 'This device', icon: Smartphone },
];
const contact = { to: '/contact', label: 'Contact Us', icon: Phone };
const residentMore: LinkGroup[] = [
  {
    heading: 'Your home',
    links: [
      { to: '/inspections', label: 'Inspections', icon: ClipboardCheck, above: ['/inspections'] },
      { to: '/entry-notices', label: 'Notices of entry', icon: DoorOpen },
    ],
  },
  {
    heading: 'Community',
    links: [
      { to: '/messages', label: 'Write to management', icon: MessagesSquare, above: ['/messages'] },
      contact,
    ],
  },
  { heading: 'This device', links: ofDevice },
];
const managerMore: LinkGroup[] = [
  {
    heading: 'People and homes',
    links: [
      {
        to: '/admin/leases',
        label: 'Leases',
        icon: FileSignature,
        above: ['/admin/leases', '/admin/lease', '/admin/addlease'],
      },
      {
        to: '/admin/inspections',
        label: 'Inspections',
        icon: ClipboardCheck,
        above: ['/admin/inspections'],
      },
      { to: '/admin/messages', label: 'Messages', icon: MessagesSquare, above: ['/admin/messages'] },
      { to: '/admin/invitations', label: 'Invitations', icon: MailPlus },
      { to: '/admin/import', label: 'Import', icon: FileSpreadsheet },
    ],
  },
  {
    heading: 'Money',
    links: [
      { to: '/admin/books', label: 'Books', icon: BookOpen, above: ['/admin/books', '/admin/deposits'] },
      // They stand on the screen of leases.
      { to: '/admin/leases#late-fees', label: 'Late fees', icon: AlarmClock },
      { to: '/admin/settings', label: 'Utility rates', icon: SlidersHorizontal },
    ],
  },
  {
    heading: 'Community',
    links: [
      { to: '/admin/community', label: 'Community', icon: Landmark },
      { to: '/admin/upkeep', label: 'Upkeep', icon: CalendarClock },
      contact,
    ],
  },
  {
    heading: 'This device',
    links: [{ to: '/profile', label: 'Profile', icon: UserRound }, ...ofDevice],
  },
];

/** Whether they may make calls: not before a new password was chosen or a required second factor set up. */
export function isFinished({ must_change_password, must_add_second_factor }: User): boolean {
  return !must_change_password && !must_add_second_factor;
}

/** No links while only the form for a new password or for the second factor is shown. */
export function linksOf(user: User) {
  if (!isFinished(user)) return { links: [] };
  const places = user.is_manager
    ? { links: managerLinks, mainPlaces: MANAGER_PLACES, more: managerMore }
    : { links: residentLinks, mainPlaces: RESIDENT_PLACES, more: residentMore };
  return { ...places, beside: <Bell /> };
}
