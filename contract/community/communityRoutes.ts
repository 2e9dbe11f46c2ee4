import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { LONGEST_LEAD_HOURS } from '../entryNotices/leadTime.ts';
import { optionalEmail } from '../users/account.ts';
import { Community, MAX_LOGO_LENGTH, readCommunity } from './community.ts';
import type { Route } from '../http/route.ts';
import { nameText, optionalText } from '../values/text.ts';

export const communityName = lazySchema(() => nameText('Community name is required', 80));
const LEAD = `Notice of entry is given 0 to ${LONGEST_LEAD_HOURS} hours before.`;
const LOGO = 'Please choose a JPEG, PNG or WebP picture.';

/** A field that is left out stays as it is. */
const CommunityUpdate = lazySchema(() =>
  z.object({
    name: z.optional(communityName),
    phone_number: z.optional(optionalText('Phone must be text.', 40)),
    emergency_number: z.optional(optionalText('Emergency number must be text.', 40)),
    entry_notice_hours: z.optional(
      z.int(LEAD).check(z.minimum(0, LEAD), z.maximum(LONGEST_LEAD_HOURS, LEAD)),
    ),
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
  }),
);

export const communityRoutes = {
  readCommunity,
  updateCommunity: {
    method: 'PUT',
    path: '/community',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Changes the community’s name, logo and contact, and how long before an entry residents are told.',
    body: CommunityUpdate,
    answer: Community,
    refuses: ['400 for a logo that is no picture, or has more than 50 megapixels'],
  },
} as const satisfies Record<string, Route>;
