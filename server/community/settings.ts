import { nameOfCommunity, type Community } from '../../contract/community/community.ts';
import { LEAD_HOURS } from '../../contract/entryNotices/leadTime.ts';
import type { Sql } from '../database/database.ts';

/** What the community has chosen; null where it has not. */
export type CommunitySettings = Omit<Community, 'time_zone' | 'sends_mail' | 'is_set_up'>;

export async function readSettings(sql: Sql): Promise<CommunitySettings> {
  const [community] = await sql<CommunitySettings>`
    select name, phone_number, emergency_number, coalesce(entry_notice_hours, ${LEAD_HOURS}) as entry_notice_hours,
      email, address, logo from community`;
  return (
    community ?? {
      name: null,
      phone_number: null,
      emergency_number: null,
      entry_notice_hours: LEAD_HOURS,
      email: null,
      address: null,
      logo: null,
    }
  );
}

/** The name that the community has chosen; null where it has not. */
export async function readName(sql: Sql): Promise<string | null> {
  const [community] = await sql<{ name: string | null }>`select name from community`;
  return community?.name ?? null;
}

/** Whether somebody manages the community, active or not. */
export async function hasManager(sql: Sql): Promise<boolean> {
  return (await sql`select 1 from users where is_manager limit 1`).length > 0;
}

/** The community's name; Porchlight's where it has none. */
export async function communityName(sql: Sql): Promise<string> {
  return nameOfCommunity({ name: await readName(sql) });
}
