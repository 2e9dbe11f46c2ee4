import { ID, KEY_OF_A_PHONE, person, STORED, unit, type RecordTable } from '../recordTable.ts';

/** What was reported, announced and changed. */
export const DAILY: readonly RecordTable[] = [
  {
    table: 'maintenance_requests',
    says: 'Each request, cancelled ones too.',
    columns: {
      id: ID,
      user_id: person('Who wrote it'),
      unit_id: unit('The unit it is about'),
      by_management: 'Whether management reported it',
      information: 'What was written',
      completed: 'Whether it is done',
      completed_at: 'When it was done',
      completed_by: person('Who did it'),
      answered_at: 'When management first did something about it',
      cancelled_at: 'When it was cancelled',
      created_at: 'When it was reported',
      received_at: 'When the server heard of it',
      updated_at: 'When it last changed',
    },
    withheld: {
      created_with: KEY_OF_A_PHONE,
      awaited_photos: 'photos that are on their way',
      photos_since: 'photos that are on their way',
    },
  },
  {
    table: 'photos',
    says: 'The photos of requests. Their pictures are in a backup.',
    columns: {
      id: ID,
      maintenance_request_id: 'The request',
      position: 'Its place among the photos of it',
      filename: 'The name of its file',
      width: 'Pixels',
      height: 'Pixels',
      sha256: 'The SHA-256 of the file as it was sent',
      created_at: STORED,
      removed_at: 'When it was taken off',
    },
  },
  {
    table: 'announcements',
    says: 'Each announcement and suggestion.',
    columns: {
      id: ID,
      user_id: person('Who wrote it'),
      announcement: 'The text',
      announcement_type: 'What it is about',
      property_ids: 'The ids of the properties it is for; empty for everyone',
      status: 'Whether it is approved',
      publish_at: 'From when on it is shown',
      created_at: STORED,
      updated_at: 'When it last changed',
    },
    withheld: { created_with: KEY_OF_A_PHONE },
  },
  {
    table: 'notes',
    says: 'What management noted on people and homes, and whom it reminded.',
    columns: {
      id: ID,
      user_id: person('Whom it is about'),
      unit_id: unit('The unit that it is about'),
      text: 'The words',
      reached: 'Of a reminder, the channels beside the app that told of it',
      author_id: person('Who wrote it'),
      created_at: STORED,
    },
    withheld: { created_with: KEY_OF_A_PHONE },
  },
  {
    table: 'closed_books',
    says: 'The last closed month, into which, or before which, nothing is dated any more.',
    columns: {
      month: 'Its first day',
      time_zone: 'The time zone in which days were counted as it was closed',
    },
    withheld: { one_row: 'always true' },
  },
  {
    table: 'audit',
    file: 'changes',
    says: 'Who of management changed what and when.',
    columns: {
      id: ID,
      at: 'When',
      author: person('Who; empty for a command on the server'),
      subject: 'What kind of record',
      subject_id: 'Which one',
      action: 'What was done',
      changes: 'By field, what it was before and after (JSON)',
    },
  },
];

const ON_THEIR_WAY = 'photos that are on their way';
const OF_A_DEVICE = 'about somebody’s devices';
const OF_THE_SERVER = 'how this server works, and no record';
const SECRET = 'secret';
const TOLD = 'what people were told of records that are here';

/** The tables that an export leaves out, with the reason. */
export const WITHHELD: Readonly<Record<string, string>> = {
  allowances: OF_THE_SERVER,
  announced_photos: ON_THEIR_WAY,
  attempts: OF_THE_SERVER,
  deliveries: TOLD,
  email_confirmations: SECRET,
  idempotency_keys: OF_THE_SERVER,
  import_sheets: 'how sheets of other programs were read, and no record',
  jobs: OF_THE_SERVER,
  known_devices: OF_A_DEVICE,
  lease_posting: OF_THE_SERVER,
  list_changes: OF_THE_SERVER,
  list_changes_deleted: OF_THE_SERVER,
  manager_removals: OF_THE_SERVER,
  nightly_backups: OF_THE_SERVER,
  notification_defaults: TOLD,
  notification_events: TOLD,
  notification_preferences: TOLD,
  notifications: TOLD,
  password_resets: SECRET,
  photo_upload_parts: ON_THEIR_WAY,
  photo_uploads: ON_THEIR_WAY,
  push_sent: OF_A_DEVICE,
  push_subscriptions: SECRET,
  recovery_codes: SECRET,
  schema_definitions: OF_THE_SERVER,
  schema_migrations: OF_THE_SERVER,
  second_factors: SECRET,
  secrets: SECRET,
  seen_devices: OF_A_DEVICE,
  sessions: SECRET,
  setup_links: SECRET,
  stripe_customers: 'handles of the card provider, by which stored cards are charged',
  stripe_events: OF_THE_SERVER,
  today_snoozes: OF_THE_SERVER,
  today_taken: OF_THE_SERVER,
};
