import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { createdWith as created_with, GivenTimestamp, id, requiredText, Timestamp } from '../values/text.ts';

/** In characters, as JavaScript counts them. */
const LONGEST_ANNOUNCEMENT = 5000;

export const ANNOUNCEMENT_TYPES = ['General', 'Maintenance', 'Community', 'Urgent'] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

/** The type that a text names, whatever its case: "URGENT" is "Urgent". */
export function announcementTypeOf(text: string): AnnouncementType | undefined {
  return ANNOUNCEMENT_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
}

const AnnouncementType = lazySchema(() =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && announcementTypeOf(value)) || value),
    z.enum(ANNOUNCEMENT_TYPES, 'Please choose a type.'),
  ),
);
z.globalRegistry.add(AnnouncementType, { type: 'string', enum: [...ANNOUNCEMENT_TYPES] });

export const Announcement = lazySchema(() =>
  z.object({
    id: z.int(),
    user_id: z.int(),
    announcement: z.string(),
    /** Mostly one of the types; another is shown as it is written, so that one odd record does not cost the list. */
    announcement_type: z.string(),
    /** Null until management has approved it, unless it was given a time before that. */
    publish_at: z.nullable(Timestamp),
    status: z.enum(['pending', 'approved', 'rejected']),
    /**
     * The properties whose residents read it; null is everyone, and an empty list, whose properties were deleted, nobody. Absent from
     * what an older version cached.
     */
    property_ids: z.optional(z.nullable(z.array(z.int()))),
    /** Of the author. */
    first_name: z.string(),
    last_name: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    created_with,
  }),
);
export type Announcement = z.infer<typeof Announcement>;

/** A suggestion is General, whatever type is sent with it. */
export const Suggestion = lazySchema(() =>
  z.object({
    announcement: requiredText('Please enter a message for your announcement.', LONGEST_ANNOUNCEMENT),
    announcement_type: z.optional(AnnouncementType),
  }),
);

const CHOOSE_PROPERTY = 'Please choose a property.';

export const NewAnnouncement = lazySchema(() =>
  z.object({
    announcement: requiredText('Announcement message is required.', LONGEST_ANNOUNCEMENT),
    announcement_type: AnnouncementType,
    /** Null or left out is now. */
    publish_at: z.optional(z.nullable(GivenTimestamp)),
    /** The properties whose residents it is for; null is everyone. Left out, a new one is for everyone, and an edit changes nothing. */
    property_ids: z.optional(
      z.nullable(
        z
          .array(id(CHOOSE_PROPERTY), CHOOSE_PROPERTY)
          .check(
            z.minLength(1, CHOOSE_PROPERTY),
            z.maxLength(1000, 'Please choose at most 1000 properties.'),
          ),
      ),
    ),
  }),
);

export const AnnouncementUpdate = lazySchema(() =>
  z.extend(NewAnnouncement, {
    /** Accepted and ignored. */
    date: z.optional(z.unknown()),
  }),
);

export const Decision = lazySchema(() =>
  z.object({
    status: z.enum(['approved', 'rejected'], 'status must be approved or rejected.'),
  }),
);

/**
 * The error message for a publish time in the past; an edit may leave the time it had. Not part of the schema, since a
 * request that is sent again later must still be accepted.
 */
export function publishTimeProblem(
  publishAt: string | null | undefined,
  now: Date,
  before?: string | null,
): string | undefined {
  if (!publishAt) return undefined;
  const time = Date.parse(publishAt);
  if (time >= now.getTime() || (before && time === Date.parse(before))) return undefined;
  return 'Please choose a publish time that is not in the past.';
}

/** The time from which residents see it; lists are sorted by it, newest first. */
export function publishedAt({ publish_at, created_at }: Announcement): string {
  return publish_at ?? created_at;
}

/** Whether residents see it. Managers' lists and authors' own suggestions also contain what is not published yet. */
export function isPublished(announcement: Announcement, now: Date): boolean {
  return announcement.status === 'approved' && Date.parse(publishedAt(announcement)) <= now.getTime();
}
