import { unitLabel } from '../units/unit.ts';
import { fullNameOf } from '../users/user.ts';
import type { Thread } from './message.ts';

/** Whom a conversation is with: a person, or a home by its number. */
export function aboutOf(thread: Thread): string {
  const { first_name, last_name, unit_number, property_name } = thread;
  if (unit_number !== null) return unitLabel({ unit_number, property_name: property_name ?? '' });
  return fullNameOf({ first_name: first_name ?? '', last_name: last_name ?? '' });
}
