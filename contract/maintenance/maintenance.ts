import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { Digest } from '../photos/photoUpload.ts';
import { givenDetails, requestDetails } from './requestDetails.ts';
import { RequestProgress } from './requestProgress.ts';
import { createdWith as created_with, id, GivenTimestamp, requiredText, Timestamp } from '../values/text.ts';

/** Of one request. */
export const MAX_PHOTOS = 10;
/** Of one photo as it is sent: 15 MiB. */
export const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
/** The same, as people are told. */
export const MAX_PHOTO_SIZE = `${MAX_PHOTO_BYTES / 1024 / 1024} MB`;

export const Photo = lazySchema(() =>
  z.object({
    id: z.uuid(),
    /** Signed paths that expire; absolute from the host's root. */
    photo_url: z.string(),
    thumbnail_url: z.string(),
    width: z.int(),
    height: z.int(),
    /** Hex digest of the bytes that the server received, for the sender to compare. */
    sha256: z.string(),
  }),
);
export type Photo = z.infer<typeof Photo>;

export const MaintenanceRequest = lazySchema(() =>
  z.object({
    id: z.int(),
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    unit_id: z.nullable(z.int()),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    /** The reporter's unconfirmed door number, where the request has no unit. */
    unit_claim: z.nullable(z.string()),
    information: z.string(),
    completed: z.boolean(),
    completed_at: z.nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    created_with,
    photos: z.array(Photo),
    /** How many more were taken with it and are not here yet. */
    awaited_photos: z.optional(z.int()),
    ...requestDetails.shape,
    /** Where it stands; null where nothing but its report is known, and left out in what the version before cached. */
    progress: z.optional(z.nullable(RequestProgress)),
  }),
);
export type MaintenanceRequest = z.infer<typeof MaintenanceRequest>;

const information = lazySchema(() => requiredText('Please describe the issue.', 5000));

const TOO_MANY = `A request can have at most ${MAX_PHOTOS} photos.`;
/** The digests of photos that are sent after the request, each on its own. */
const following_photos = lazySchema(() =>
  z.optional(
    z.array(Digest, 'following_photos must be a list of digests.').check(z.maxLength(MAX_PHOTOS, TOO_MANY)),
  ),
);

/** A manager also names the unit, by id or by the number on its door. */
export const NewMaintenanceRequest = lazySchema(() =>
  z.object({
    information,
    unit_id: z.optional(id('Please select a unit.')),
    unit_number: z.optional(requiredText('Please select a unit.', 40)),
    following_photos,
    ...givenDetails.shape,
  }),
);

/** Details that are left out stay as they are. */
export const MaintenanceUpdate = lazySchema(() =>
  z.object({
    information,
    ...givenDetails.shape,
    /** The ids of the photos to keep; all of them if it is missing. */
    keep_photos: z.optional(
      z.array(z.uuid('keep_photos must be a list of photo ids.'), 'keep_photos must be a list of photo ids.'),
    ),
    following_photos,
    /** The digests of photos that are not sent any more; one that came meanwhile is taken off. */
    dropped_photos: z.optional(
      z
        .array(Digest, 'dropped_photos must be a list of digests.')
        .check(z.maxLength(MAX_PHOTOS, 'dropped_photos names too many photos.')),
    ),
    /**
     * The `updated_at` of the record that was edited. If anything but photos that were added has changed since, the update is
     * refused as `stale`. Photos that were added since stay.
     */
    updated_at: z.optional(GivenTimestamp),
  }),
);

export const Completion = lazySchema(() =>
  z.object({ completed: z.literal(true, 'completed must be true.') }),
);
