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
