import type { Database } from './database.ts';

/** How long a phone that was away can still be told what changed, in days. */
const DAYS_KEPT = 8;

/** Deletes old changes of lists. Who has a version before them is answered whole. */
export async function deleteOldListChanges(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    const [deleted] = await sql<{ up_to: string | null }>`
      with deleted as (
        delete from list_changes where changed_at < now() - make_interval(days => ${DAYS_KEPT}) returning changed_in)
      select max(changed_in)::text as up_to from deleted`;
    if (!deleted?.up_to) return;
    await sql`insert into list_changes_deleted (up_to) values (${deleted.up_to}::xid8)`;
    await sql`delete from list_changes_deleted where up_to < (select max(up_to) from list_changes_deleted)`;
  });
}
