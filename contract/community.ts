import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { nameText, optionalText } from './text.ts';
import { optionalEmail } from './user.ts';

/** The longest side of the logo that is kept, in pixels. */
export const LOGO_SIDE = 256;

/** The longest data URL of a picture that is sent as a logo: half a megabyte in base64. */
export const MAX_LOGO_LENGTH = 700_000;

/** What everybody may know of the community, also before they sign in. */
export const Community = z.object({
  /** Null until it has one. */
  name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** A PNG as a data URL, so that whoever keeps the answer keeps the logo. */
  logo: z.nullable(z.string()),
  /** The IANA name of the zone whose days are the community’s. */
  time_zone: z.string(),
  /** Whether the server sends mail, such as for a forgotten password. */
  sends_mail: z.boolean(),
});
export type Community = z.infer<typeof Community>;

export const communityName = nameText('Community name is required', 80);
const LOGO = 'Please choose a JPEG, PNG or WebP picture.';

/** A field that is left out stays as it is. */
const CommunityUpdate = z.object({
  name: z.optional(communityName),
  phone_number: z.optional(optionalText('Phone must be text.', 40)),
  email: z.optional(optionalEmail),
  address: z.optional(optionalText('Address must be text.', 300)),
  /** A picture as a data URL in base64; null removes it. */
  logo: z.optional(
    z.nullable(
      z.string(LOGO).check(
        z.maxLength(MAX_LOGO_LENGTH, {
          error: 'This picture is too large: half a megabyte at most.',
          abort: true,
        }),
        z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, LOGO),
      ),
    ),
  ),
});

/** The name of Porchlight where the community has none. */
export function nameOfCommunity(community: { name: string | null } | undefined): string {
  return community?.name ?? 'Porchlight';
}

export const communityRoutes = {
  readCommunity: {
    method: 'GET',
    path: '/community',
    who: 'anyone',
    offline: 'refuse',
    summary: 'The community’s name, logo and contact, which every screen shows.',
    answer: Community,
  },
  updateCommunity: {
    method: 'PUT',
    path: '/community',
    who: 'manager',
    offline: 'refuse',
    summary: 'Changes the community’s name, logo and contact.',
    body: CommunityUpdate,
    answer: Community,
    refuses: ['400 for a logo that is no picture, or has more than 50 megapixels'],
  },
} as const satisfies Record<string, Route>;
