import { DoorOpen, FileSpreadsheet, type LucideIcon } from 'lucide-react';
import type { FirstStep } from '../../../contract/community/firstSteps.ts';

interface StepTexts {
  label: string;
  text: string;
  /** Where it is done; nowhere in the app for what is set on the server. */
  links: { to: string; label: string; icon?: LucideIcon }[];
}

const IMPORT = { to: '/admin/import', label: 'Import a spreadsheet', icon: FileSpreadsheet };

export const STEP_TEXTS: Readonly<Record<FirstStep, StepTexts>> = {
  properties: {
    label: 'Properties',
    text: 'A property has an address, and its units.',
    links: [{ to: '/admin/addproperty', label: 'Add a property' }],
  },
  units: {
    label: 'Units',
    text: 'A spreadsheet brings them all at once, with their people, leases and what is owed.',
    links: [IMPORT, { to: '/admin/addunit', label: 'Add a unit by hand', icon: DoorOpen }],
  },
  people: {
    label: 'People',
    text: 'Those who live here. They can sign in once you invite them.',
    links: [IMPORT, { to: '/admin/invitations?new=1', label: 'Add a person by hand' }],
  },
  leases: {
    label: 'Leases',
    text: 'A lease says who rents a unit, and charges the rent each month by itself.',
    links: [IMPORT, { to: '/admin/leases', label: 'Go to Leases' }],
  },
  rates: {
    label: 'Utility rates',
    text: 'What water, electricity and gas cost, for bills by meter. Save them as 0 where you bill none.',
    links: [{ to: '/admin/settings', label: 'Set the rates' }],
  },
  payments: {
    label: 'Card payments',
    text: 'Whoever runs the server sets the keys of Stripe, as its guide says under “Card payments”. Until then you record checks and cash.',
    links: [],
  },
  mail: {
    label: 'Mail',
    text: 'Whoever runs the server sets SMTP_URL and MAIL_FROM, as its guide says under “Settings”. Until then you copy or print invitations.',
    links: [],
  },
  invitations: {
    label: 'First invitations',
    text: 'By mail, by a link that you copy, or by a printed letter.',
    links: [{ to: '/admin/invitations', label: 'Invite people' }],
  },
};
