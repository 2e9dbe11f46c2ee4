import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';

/** The longest side of the logo that is kept, in pixels. */
export const LOGO_SIDE = 256;

/** The longest data URL of a picture that is sent as a logo: half a megabyte in base64. */
export const MAX_LOGO_LENGTH = 700_000;

/** What everybody may know of the community, also before they sign in. */
export const Community = lazySchema(() =>
  z.object({
    /** Null until it has one. */
    name: z.nullable(z.string()),
    phone_number: z.nullable(z.string()),
    /** Whom residents call in an emergency. Missing in what the version before stored. */
    emergency_number: z.optional(z.nullable(z.string())),
    /** How long before an entry residents are told, in hours. Missing in what the version before stored. */
    entry_notice_hours: z.optional(z.int()),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    /** A PNG as a data URL, so that whoever keeps the answer keeps the logo. */
    logo: z.nullable(z.string()),
    /** The IANA name of the zone whose days are the community’s. */
    time_zone: z.string(),
    /** Whether the server sends mail, such as for a forgotten password. */
    sends_mail: z.boolean(),
    /** Whether somebody manages it; until then the link in the server’s log sets it up. */
    is_set_up: z.boolean(),
  }),
);
export type Community = z.infer<typeof Community>;

/** The name of Porchlight where the community has none. */
export function nameOfCommunity(community: { name: string | null } | undefined): string {
  return community?.name ?? 'Porchlight';
}

/** Apart from the table, since the app asks for it on every screen. */
export const readCommunity = {
  method: 'GET',
  path: '/community',
  who: 'anyone',
  offline: 'refuse',
  summary: 'The community’s name, logo and contact, which every screen shows.',
  answer: Community,
} as const satisfies Route;
