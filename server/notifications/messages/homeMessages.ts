import { dayText } from '../../../contract/values/calendar.ts';
import { nameInTitle } from './nameInTitle.ts';
import type { Writers } from './notificationData.ts';

const NO_ADDRESS = 'No address is given any more.';

/** The words of what happens at a home: entries, inspections, meters, keys and moves. */
export const homeWriters: Pick<
  Writers,
  | 'entry_notice'
  | 'inspection_finalized'
  | 'reading_asked'
  | 'reading_declined'
  | 'keys_recorded'
  | 'forwarding_address_set'
  | 'entry_answered'
  | 'reading_sent'
  | 'inspection_remarked'
  | 'forwarding_address_given'
> = {
  entry_notice: ({ time, purpose, text, emergency }) => ({
    title: `${emergency ? 'Emergency: management' : 'Management'} enters your home on ${time}`,
    body: text === '' ? `${purpose}.` : `${purpose}: ${text}`,
    path: '/entry-notices',
    urgent: emergency,
  }),
  inspection_finalized: ({ kind, day, unit_number, remark_days }) => ({
    title: `${kind} inspection of unit ${nameInTitle(unit_number)}`,
    body:
      remark_days > 0
        ? `It was finalized for ${dayText(day)}. You can read it, and add remarks for ${remark_days} ${remark_days === 1 ? 'day' : 'days'}.`
        : `It was finalized for ${dayText(day)}. You can read it.`,
    path: '/inspections',
  }),
  reading_asked: () => ({
    title: 'What do your meters show?',
    body: 'Management asks for a reading. Please send it from your dashboard.',
    path: '/dashboard/resident',
  }),
  reading_declined: ({ serial_number, reason }) => ({
    title: `Please read the meter ${nameInTitle(serial_number)} again`,
    body: reason ?? 'Management could not use the reading that you sent.',
    path: '/dashboard/resident',
  }),
  keys_recorded: ({ keys, done, unit_number }) => ({
    title: done ? `Keys ${keys}` : `Keys not ${keys}`,
    body: done
      ? `Management recorded it for unit ${unit_number}.`
      : `Management took back what was recorded for unit ${unit_number}.`,
    path: '/inspections',
  }),
  forwarding_address_set: ({ name, unit_number, address }) => ({
    title: `${nameInTitle(name)} changed the forwarding address of unit ${nameInTitle(unit_number)}`,
    body: address ?? NO_ADDRESS,
    path: '/inspections',
  }),
  entry_answered: ({ unit_id, unit_number, name, time, fine, text }) => ({
    title: `${nameInTitle(name)} ${fine ? 'agrees to' : 'asks for another time than'} the entry into unit ${nameInTitle(unit_number)}`,
    body: text === '' ? `${time}.` : `${time}: ${text}`,
    path: `/admin/home/${unit_id}`,
  }),
  reading_sent: ({ name, unit_number }) => ({
    title: `${nameInTitle(name)} sent a reading, unit ${nameInTitle(unit_number)}`,
    body: 'Open the readings to approve or decline it.',
    path: '/admin/utilities',
  }),
  inspection_remarked: ({ inspection_id, unit_id, unit_number, name, text }) => ({
    title: `${nameInTitle(name)} remarks on an inspection of unit ${nameInTitle(unit_number)}`,
    body: text,
    path: `/admin/inspections/${unit_id}/${inspection_id}`,
  }),
  forwarding_address_given: ({ name, unit_number, address, lease_id }) => ({
    title: `${nameInTitle(name)} gave the forwarding address of unit ${nameInTitle(unit_number)}`,
    body: address ?? NO_ADDRESS,
    path: `/admin/lease/${lease_id}`,
  }),
};
