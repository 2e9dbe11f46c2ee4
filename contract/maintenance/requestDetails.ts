import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { optionalText } from '../values/text.ts';

/** What a request is about. */
export const CATEGORIES = [
  'Plumbing',
  'Electrical',
  'Heating and cooling',
  'Appliance',
  'Doors and locks',
  'Pests',
  'Common area',
  'Other',
] as const;

export const EMERGENCY = 'Emergency';
/** How soon somebody has to come, the last one at once. */
export const URGENCIES = ['Can wait', 'Soon', EMERGENCY] as const;

/** Whether management is told of it at once, at night too. */
export function isEmergency(urgency: string | null | undefined): boolean {
  return urgency === EMERGENCY;
}

/** One of the choices; blank is null. */
function choice<const Choice extends string>(choices: readonly Choice[], message: string) {
  return z.nullable(
    z.pipe(
      z.enum(['', ...choices], message),
      z.transform((chosen) => (chosen === '' ? null : (chosen as Choice))),
    ),
  );
}

/** What a request says beside its words, as it is sent. All of it may be left out; blank takes back what was said. */
export const givenDetails = lazySchema(() =>
  z.object({
    category: z.optional(choice(CATEGORIES, 'Please choose a category.')),
    room: z.optional(optionalText('Room must be text.', 100)),
    urgency: z.optional(choice(URGENCIES, 'Please choose how urgent it is.')),
    /** Whether management may enter when nobody is home. */
    may_enter: z.optional(z.boolean('may_enter is true or false.')),
    /** When it may. */
    entry_hours: z.optional(optionalText('Hours must be text.', 200)),
    /** Who opens the door finds them. */
    pets: z.optional(optionalText('Pets must be text.', 200)),
  }),
);

/** The same in an answer; null where nothing was said. What the version before cached has none of it. */
export const requestDetails = lazySchema(() =>
  z.object({
    category: z.optional(z.nullable(z.string())),
    room: z.optional(z.nullable(z.string())),
    urgency: z.optional(z.nullable(z.string())),
    may_enter: z.optional(z.boolean()),
    entry_hours: z.optional(z.nullable(z.string())),
    pets: z.optional(z.nullable(z.string())),
  }),
);
export type RequestDetails = z.infer<typeof requestDetails>;

/** By name, so that no schema is built to show a request. */
const DETAILS: Record<keyof RequestDetails, true> = {
  category: true,
  room: true,
  urgency: true,
  may_enter: true,
  entry_hours: true,
  pets: true,
};

/** Of a request or an input, the details that it names. */
export function detailsOf(given: object | undefined): RequestDetails {
  const named = Object.entries(given ?? {});
  return Object.fromEntries(named.filter(([name, value]) => name in DETAILS && value !== undefined));
}
