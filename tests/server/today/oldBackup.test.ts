import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { server, testWith } from '../../support/server/world.ts';
import { group, today } from '../../support/server/today/today.ts';

const test = testWith({
  ...{ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_BUCKET: 'backups' },
  ...{ BACKUP_S3_ACCESS_KEY_ID: 'x', BACKUP_S3_SECRET_ACCESS_KEY: 'x' },
});

test('a backup that is older than expected waits until there is a good one', async () => {
  const { sql } = server.database;
  await sql`
    insert into nightly_backups (day, begun_at, completed_at, name, bytes)
    values (current_date - 4, now() - interval '4 days', now() - interval '4 days', 'old', 1)`;
  expect((await group('old_backup'))?.rows).toMatchObject([{ day: addDays(today(), -4) }]);
  await sql`
    insert into nightly_backups (day, completed_at, name, bytes) values (current_date, now(), 'new', 1)`;
  expect(await group('old_backup')).toBeUndefined();
});
