import type { Sql as Part } from 'sql-template-tag';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import type { ListQuery } from './listQuery.ts';

/** Where the changes of a list are noted, by triggers of the database. */
export interface NotedChanges {
  list:
    | 'transactions'
    | 'balances'
    | 'announcements'
    | 'maintenance'
    | 'users'
    | 'units'
    | 'readings'
    | 'meters'
    | 'properties'
    | 'leases'
    | 'messages';
  /** Those that its reader sees. */
  scopes: readonly string[];
  /** A query of `row_id` and `at`: the rows that come, go or change by time alone, and when. */
  timed?: Part;
  /** What the rows depend on beside the database, as text. */
  dependsOn?: string;
}

/** The scopes of a list that is shown to management, and in parts to residents. */
export function scopesOf({ id, is_manager, unit, property_id }: SignedInUser): string[] {
  if (is_manager) return ['management'];
  const ofHome = unit === null ? [] : [`unit:${unit}`];
  const ofProperty = property_id === null ? [] : [`property:${property_id}`];
  return ['everyone', `user:${id}`, ...ofHome, ...ofProperty];
}

/** A list, and where its changes are noted. */
export interface NotedList {
  query: ListQuery;
  changes: NotedChanges;
}
