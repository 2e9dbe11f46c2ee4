import * as z from 'zod/mini';
import { MAX_PHOTOS } from '../maintenance/maintenance.ts';
import { Digest } from '../photos/photoUpload.ts';
import { shownPhotos } from '../photos/recordPhotos.ts';
import { NewSignature, Signature } from '../ledger/signature.ts';
import { lazySchema } from '../values/lazySchema.ts';
import {
  createdWith,
  givenDay,
  GivenTimestamp,
  id,
  nameText,
  optionalText,
  requiredText,
  Timestamp,
} from '../values/text.ts';

export const INSPECTION_KINDS = ['Move-in', 'Move-out', 'Periodic'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

/** The condition of an item. Missing is what should be there; not applicable is what the home does not have. */
export const CONDITIONS = ['New', 'Good', 'Fair', 'Damaged', 'Missing', 'Not applicable'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Who signs. */
export const SIGNERS = ['management', 'tenant'] as const;

export const MOST_ROOMS = 40;
export const MOST_ITEMS = 40;
/** Of all rooms together. */
export const MOST_ITEMS_OF_ALL = 500;
/** Of all items together. */
export const MOST_INSPECTION_PHOTOS = 100;
export const LONGEST_REMARK = 500;
/** One of management, and one of each tenant of a lease. */
export const MOST_SIGNATURES = 11;
/** The most inspections that are listed, of a home and of a tenant: the latest. */
export const MOST_INSPECTIONS = 1000;
export const MOST_OF_HOME = 20;
/** The most remarks that a tenant adds to one inspection, and their characters. */
export const MOST_TENANT_REMARKS = 50;
export const LONGEST_TENANT_REMARK = 1000;

/** A photo of an item, by its digest. It is sent after the inspection. */
export const ItemPhoto = lazySchema(() =>
  z.object({ sha256: z.string(), /** By the device’s time. */ taken_at: Timestamp }),
);
export type ItemPhoto = z.infer<typeof ItemPhoto>;

const Item = lazySchema(() =>
  z.object({
    name: z.string(),
    /** Null where nobody has looked at it. */
    condition: z.nullable(z.enum(CONDITIONS)),
    remark: z.nullable(z.string()),
    photos: z.optional(z.array(ItemPhoto)),
  }),
);
export type InspectedItem = z.infer<typeof Item>;

const Room = lazySchema(() => z.object({ name: z.string(), items: z.array(Item) }));
export type InspectedRoom = z.infer<typeof Room>;

const InspectionSignature = lazySchema(() =>
  z.object({
    by: z.enum(SIGNERS),
    name: z.string(),
    /** What was drawn; null where the full name was typed as a signature. */
    strokes: z.nullable(Signature),
  }),
);
export type InspectionSignature = z.infer<typeof InspectionSignature>;

/** What a tenant added to a finalized inspection. */
export const InspectionRemark = lazySchema(() =>
  z.object({
    id: z.int(),
    inspection_id: z.uuid(),
    text: z.string(),
    /** First and last name of who wrote it. */
    name: z.string(),
    created_at: Timestamp,
    created_with: createdWith,
  }),
);
export type InspectionRemark = z.infer<typeof InspectionRemark>;

/** What was found in a home, room by room. Once it is finalized, it does not change. */
export const Inspection = lazySchema(() =>
  z.object({
    /** The id that the device gave it. */
    id: z.uuid(),
    unit_id: z.int(),
    unit_number: z.string(),
    property_name: z.string(),
    /** The lease whose tenants read it; null for a home without one. */
    lease_id: z.nullable(z.int()),
    kind: z.enum(INSPECTION_KINDS),
    /** The day of the inspection, such as `2026-05-26`. */
    day: z.string(),
    rooms: z.array(Room),
    /** Empty before it is finalized. */
    signatures: z.array(InspectionSignature),
    /** When it was signed; null for a draft. */
    finalized_at: z.nullable(Timestamp),
    /** The last day on which the tenants may add remarks; null for a draft. */
    remarks_until: z.nullable(z.string()),
    remarks: z.array(InspectionRemark),
    /** How often it was saved, and the device’s copy that was saved last. */
    version: z.int(),
    copy: z.uuid(),
    ...shownPhotos.shape,
  }),
);
export type Inspection = z.infer<typeof Inspection>;

/** An inspection in the list of all. */
export const InspectionRow = lazySchema(() =>
  z.extend(
    z.pick(Inspection, {
      ...{ id: true, unit_id: true, unit_number: true, property_name: true, lease_id: true, kind: true },
      ...{ day: true, finalized_at: true },
    }),
    {
      /** First and last names of the lease’s tenants. */
      tenants: z.array(z.string()),
      /** The ids of the same. Missing from a server of the version before. */
      tenant_ids: z.optional(z.array(z.int())),
      /** How many remarks the tenants added. */
      remarks: z.int(),
    },
  ),
);
export type InspectionRow = z.infer<typeof InspectionRow>;

const ROOMS = 'An inspection is a list of rooms with their items.';
const NAME_ROOM = 'Please name the room.';
const NAME_ITEM = 'Please name the item.';

/** Rooms of items that have a name, with what else an item has. */
export function roomsOf<Given extends z.core.$ZodLooseShape>(more: Given) {
  const item = z.object({ name: nameText(NAME_ITEM, 80), ...more }, ROOMS);
  return z
    .array(
      z.object(
        {
          name: nameText(NAME_ROOM, 80),
          items: z
            .array(item, ROOMS)
            .check(z.maxLength(MOST_ITEMS, `A room has at most ${MOST_ITEMS} items.`)),
        },
        ROOMS,
      ),
      ROOMS,
    )
    .check(
      z.maxLength(MOST_ROOMS, `An inspection has at most ${MOST_ROOMS} rooms.`),
      z.refine(
        (rooms) => rooms.reduce((sum, { items }) => sum + items.length, 0) <= MOST_ITEMS_OF_ALL,
        `An inspection has at most ${MOST_ITEMS_OF_ALL} items.`,
      ),
    );
}

export const SIGN_FIRST = 'Please sign for management before the inspection is finalized.';
const SIGNED_EARLY = 'An inspection is signed when it is finalized.';
const SIGNATURES = 'The signatures are a list, each of management or a tenant.';
const ITEM_PHOTOS = 'The photos of an item are a list of digests, each with when it was taken.';
const COPY = 'copy is the id of the device’s copy, a UUID.';
const VERSION = 'version is how often the inspection was saved when this copy of it was opened.';

/** An inspection as a device saves it, whole: again and again while it is a draft, and finalized once. */
export const SavedInspection = lazySchema(() =>
  z
    .object({
      unit_id: id('Please choose a unit.'),
      lease_id: z.nullable(id('There is no such lease.')),
      kind: z.enum(INSPECTION_KINDS, `An inspection is one of ${INSPECTION_KINDS.join(', ')}.`),
      day: givenDay('Please enter the day of the inspection.'),
      rooms: roomsOf({
        condition: z.nullable(z.enum(CONDITIONS, `A condition is one of ${CONDITIONS.join(', ')}.`)),
        remark: optionalText('A remark is text.', LONGEST_REMARK),
        photos: z.optional(
          z
            .array(z.object({ sha256: Digest, taken_at: GivenTimestamp }, ITEM_PHOTOS), ITEM_PHOTOS)
            .check(z.maxLength(MAX_PHOTOS, `An item can have at most ${MAX_PHOTOS} photos.`)),
        ),
      }).check(
        z.refine(
          (rooms) => digestsIn(rooms).length <= MOST_INSPECTION_PHOTOS,
          `An inspection has at most ${MOST_INSPECTION_PHOTOS} photos.`,
        ),
      ),
      signatures: z
        .array(
          z.object(
            {
              by: z.enum(SIGNERS, SIGNATURES),
              name: nameText('Please enter the full name of who signs.', 120),
              strokes: z.nullable(NewSignature),
            },
            SIGNATURES,
          ),
          SIGNATURES,
        )
        .check(z.maxLength(MOST_SIGNATURES, `An inspection has at most ${MOST_SIGNATURES} signatures.`)),
      finalized: z.boolean('An inspection is finalized or not.'),
      copy: z.uuid(COPY),
      /** 0 for one that was never saved. */
      version: z.int(VERSION).check(z.minimum(0, VERSION), z.maximum(1_000_000, VERSION)),
    })
    .check(
      z.refine(
        ({ finalized, signatures }) => !finalized || signatures.some(({ by }) => by === 'management'),
        { error: SIGN_FIRST, path: ['signatures'] },
      ),
      z.refine(({ finalized, signatures }) => finalized || signatures.length === 0, {
        error: SIGNED_EARLY,
        path: ['signatures'],
      }),
    ),
);
export type SavedInspection = z.infer<typeof SavedInspection>;

export const InspectionParams = lazySchema(() => z.object({ id: z.uuid('There is no such inspection.') }));

export const NewInspectionRemark = lazySchema(() =>
  z.object({ text: requiredText('Please write a remark.', LONGEST_TENANT_REMARK) }),
);

/** The digests of the photos of all items, each once and in their order. */
export function digestsIn(
  rooms: readonly { items: readonly { photos?: readonly { sha256: string }[] | undefined }[] }[],
): string[] {
  const photos = rooms.flatMap(({ items }) => items).flatMap((item) => item.photos ?? []);
  return [...new Set(photos.map(({ sha256 }) => sha256))];
}

/** How many items of these rooms nobody has looked at. */
export function openItems(rooms: readonly InspectedRoom[]): number {
  return rooms.flatMap(({ items }) => items).filter(({ condition }) => condition === null).length;
}
