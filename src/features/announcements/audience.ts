import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { propertyLabel, type Property } from '../../../contract/properties/property.ts';

/** What a list is asked for to show those that are for everyone. */
export const EVERYONE = 'everyone';

/** Whom an announcement is for, as management reads it: undefined for everyone. */
export function audienceText(
  { property_ids }: Pick<Announcement, 'property_ids'>,
  properties: readonly Property[],
): string | undefined {
  if (!property_ids) return undefined;
  if (property_ids.length === 0) return 'For nobody: its properties were deleted';
  const names = properties.filter(({ id }) => property_ids.includes(id));
  // The names are a read of their own.
  if (names.length === 0)
    return property_ids.length === 1 ? 'For one property' : `For ${property_ids.length} properties`;
  return `For ${names.map((property) => propertyLabel(property, properties)).join(', ')}`;
}

/** Whether an announcement is for whom a list is asked: everyone, or a property by its id; a blank asks nothing. */
export function isFor({ property_ids }: Pick<Announcement, 'property_ids'>, asked: string): boolean {
  if (asked === '') return true;
  return asked === EVERYONE ? !property_ids : (property_ids?.includes(Number(asked)) ?? false);
}
