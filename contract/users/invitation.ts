import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { LinkBody, LinkToken } from './linkToken.ts';
import type { Route } from '../http/route.ts';
import { id, IdParams, MessageAnswer, optionalText, Timestamp } from '../values/text.ts';
import { AccessChanged } from './access.ts';
import { NewPerson, Register } from './account.ts';
import { SignedIn, User } from './user.ts';
import { numberText } from '../values/numberText.ts';

/** How long an invitation is valid, in days. */
export const INVITATION_DAYS = 14;

/** How many people are invited at once at most. */
export const MOST_INVITED = 2000;

/** An invitation as management hands it out. */
export const Invitation = lazySchema(() =>
  z.object({
    user_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
    /** For the address `/invitation#…`. */
    token: z.string(),
    expires_at: Timestamp,
    /** Whether it was sent by e-mail; false for someone without an address. */
    mailed: z.boolean(),
  }),
);
export type Invitation = z.infer<typeof Invitation>;

const NOBODY = 'Please choose whom to invite.';

const NewInvitations = lazySchema(() =>
  z.object({
    user_ids: z
      .array(id('There is no such user.'), NOBODY)
      .check(
        z.minLength(1, NOBODY),
        z.maxLength(MOST_INVITED, `Please invite at most ${numberText(MOST_INVITED)} people at once.`),
      ),
    /** Whether it is also sent by e-mail to those who have an address. */
    by_email: z.boolean('Please answer yes or no.'),
  }),
);

/** The invitation of one person, as it is written wherever management is. */
export const LaterInvitation = lazySchema(() =>
  z.object({
    /** Whether it is also sent by e-mail, where mail is sent from here and they have an address. */
    by_email: z.boolean('Please answer yes or no.'),
    /**
     * The person's `invited_at` when this was written, null or empty for none. Where another invitation is valid by now, it stays; where
     * the one that is named was withdrawn, nobody is invited. Left out, whatever stands is replaced.
     */
    invited_at: z.optional(optionalText('The time is text.', 40)),
    /**
     * The id of the unit in which they were listed when this was written, null for none, and their `access_since`. Where another stands by
     * now, nobody is invited; what is left out is not compared.
     */
    unit: z.optional(z.nullable(id('There is no such unit.'))),
    access_since: z.optional(optionalText('The time is text.', 40)),
    /** The time of the withdrawal that a refusal told, where they are invited all the same. */
    withdrawn_at: z.optional(optionalText('The time is text.', 40)),
  }),
);
export type LaterInvitation = z.infer<typeof LaterInvitation>;

/** The `detail` of `invitation_changed`: where the person lives, and when an invitation of theirs was withdrawn meanwhile. */
export const InvitationChanged = lazySchema(() =>
  z.extend(AccessChanged, {
    /** Null where none was withdrawn since this was written. */
    withdrawn_at: z.nullable(Timestamp),
  }),
);
export type InvitationChanged = z.infer<typeof InvitationChanged>;

export const INVITATION_CHANGED = 'Their invitation was withdrawn or their access changed meanwhile.';

/** Who is invited, without the link, which a stored answer must not contain. */
export const Invited = lazySchema(() =>
  z.object({
    user_id: z.int(),
    invited_at: Timestamp,
    /** Whether it was sent by e-mail now. */
    mailed: z.boolean(),
  }),
);

/** Whom an invitation is for, as its link shows it. */
export const OpenedInvitation = lazySchema(() =>
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    /** A suggestion, which may be changed. */
    username: z.string(),
    unit_number: z.nullable(z.string()),
    property_name: z.nullable(z.string()),
  }),
);
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

export const InvitationAcceptance = lazySchema(() => {
  const { username, password, unit, keep_signed_in } = Register.shape;
  return z.object({
    token: LinkToken,
    username,
    password,
    keep_signed_in,
    /** Whether they live in the unit that the invitation names; left out where it names none. */
    unit_is_right: z.optional(z.boolean('Please say whether this is your unit.')),
    /** Of someone who does not live there: the number on their own door, which management confirms. */
    unit,
  });
});

const REFUSALS = [
  '404 for a link that is not whole',
  '410 for one that was used or replaced, or is too old',
  '429 after too many failures',
];

/** The calls by which management enters people, and they choose a password of their own. */
export const invitationRoutes = {
  createPerson: {
    method: 'POST',
    path: '/users',
    who: 'manager',
    offline: 'queue',
    summary: 'Enters a resident without a password, who is invited with it or later.',
    body: NewPerson,
    status: 201,
    answer: User,
    refuses: ['409 for an email address that is in use'],
  },
  invite: {
    method: 'POST',
    path: '/invitations',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Invites people who have no password yet. An earlier invitation of theirs is void. An Idempotency-Key has no ' +
      'effect, since its stored answer would contain the links.',
    body: NewInvitations,
    status: 201,
    unkeyed: 'its answer contains a secret',
    answer: lazySchema(() => z.array(Invitation)),
    refuses: ['404 for somebody who is not there', '409 for somebody who has a password or is not active'],
  },
  invitePerson: {
    method: 'PUT',
    path: '/users/:id/invitation',
    who: 'manager',
    offline: 'queue',
    summary:
      'Invites one person who has no password yet, without telling the link; `GET /invitations` tells it. An invitation that somebody else made meanwhile stays.',
    params: IdParams,
    body: LaterInvitation,
    answer: Invited,
    refuses: [
      '404 for somebody who is not there',
      '409 for somebody who has a password or is not active',
      '409 `invitation_changed` where an invitation of theirs was withdrawn since, or another home or `access_since` stands than was written, with what stands in `detail`',
    ],
  },
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    who: 'manager',
    offline: 'refuse',
    summary: 'The valid invitations, with their links, to print them again. No device keeps them.',
    answer: lazySchema(() => z.array(Invitation)),
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/users/:id/invitation',
    who: 'manager',
    offline: 'refuse',
    summary: 'Makes the invitation of a person void.',
    params: IdParams,
    answer: MessageAnswer,
    refuses: ['404 where there is none'],
  },
  readInvitation: {
    method: 'POST',
    path: '/invitation/link',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Whom an invitation is for.',
    body: LinkBody,
    answer: OpenedInvitation,
    refuses: REFUSALS,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitation',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Accepts an invitation: chooses a username and a password, confirms the unit, and signs in.',
    body: InvitationAcceptance,
    status: 201,
    answer: SignedIn,
    refuses: ['400 for a password that is easy to guess', '409 for a username that is taken', ...REFUSALS],
  },
} as const satisfies Record<string, Route>;
