/** The ids of one resident's records. */
export interface Records {
  user: number;
  username: string;
  unit: number;
  property: number;
  request: number;
  photo: string;
  /** What they said about the request, with a photo that is to come. */
  event: number;
  announcement: number;
  charge: number;
  receipt: number;
  /** One that is over. */
  lease: number;
  leaseCharge: number;
  /** What was received for its deposit. */
  depositEntry: number;
  upkeep: number;
  entryNotice: number;
  /** A finalized inspection of their home, and a draft. */
  inspection: string;
  draftInspection: string;
  /** For water, of their unit. */
  meter: number;
  /** The UUID of a conversation with them. */
  thread: string;
  reading: number;
  sentReading: number;
  /** Of their property, which prices nothing yet. */
  tariff: number;
  /** Of their property, shared by their home alone, with a reading that is not billed. */
  commonMeter: number;
  commonReading: number;
  /** A session besides the caller's. */
  session: string;
}

/** Ids of no record. */
export const NOBODYS: Records = {
  user: 999_999,
  username: 'nobody',
  unit: 999_999,
  property: 999_999,
  request: 999_999,
  photo: '00000000-0000-4000-8000-000000000000',
  event: 999_999,
  announcement: 999_999,
  charge: 999_999,
  receipt: 999_999,
  lease: 999_999,
  leaseCharge: 999_999,
  depositEntry: 999_999,
  upkeep: 999_999,
  entryNotice: 999_999,
  inspection: '00000000-0000-4000-8000-000000000000',
  draftInspection: '00000000-0000-4000-8000-000000000000',
  meter: 999_999,
  thread: '00000000-0000-4000-8000-000000000000',
  reading: 999_999,
  sentReading: 999_999,
  tariff: 999_999,
  commonMeter: 999_999,
  commonReading: 999_999,
  session: '00000000-0000-4000-8000-000000000000',
};

/** The id among these records for a route's path. */
export function idIn(path: string, of: Records): number | string | undefined {
  const kinds = {
    users: of.user,
    'autopay/users': of.user,
    announcements: of.announcement,
    'transactions/user-history': of.user,
    'transactions/:id/receipt': of.receipt,
    transactions: of.charge,
    maintenance: of.request,
    'records/:kind': of.event,
    units: of.unit,
    leases: of.lease,
    upkeep: of.upkeep,
    'entry-notices': of.entryNotice,
    meters: of.meter,
    'meter-readings/sent': of.sentReading,
    tariffs: of.tariff,
    'common-meters': of.commonMeter,
    'late-fees/leases': of.lease,
    'late-fees/properties': of.property,
    'deposits/rules': of.property,
    properties: of.property,
    'inspections/:id/remarks': of.inspection,
    inspections: of.draftInspection,
    messages: of.thread,
    photos: of.photo,
    sessions: of.session,
  };
  return Object.entries(kinds).find(([kind]) => path.startsWith(`/${kind}`))?.[1];
}
