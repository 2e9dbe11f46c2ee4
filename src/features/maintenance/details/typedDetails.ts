import type {
  CATEGORIES,
  RequestDetails,
  URGENCIES,
} from '../../../../contract/maintenance/requestDetails.ts';

/** The details of a request as their fields have them; blank where nothing is said. */
export interface TypedDetails {
  category: '' | (typeof CATEGORIES)[number];
  room: string;
  urgency: '' | (typeof URGENCIES)[number];
  may_enter: boolean;
  entry_hours: string;
  pets: string;
}

export function typedDetails({ category, room, urgency, may_enter, entry_hours, pets }: RequestDetails = {}) {
  return {
    category: category ?? '',
    room: room ?? '',
    urgency: urgency ?? '',
    may_enter: may_enter ?? false,
    entry_hours: entry_hours ?? '',
    pets: pets ?? '',
  } as TypedDetails;
}

/** Those that somebody said, to be sent with a new request. */
export function saidDetails({
  category,
  room,
  urgency,
  may_enter,
  entry_hours,
  pets,
}: TypedDetails): Partial<TypedDetails> {
  const given = { category, room, urgency, may_enter, entry_hours: may_enter ? entry_hours : '', pets };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}
