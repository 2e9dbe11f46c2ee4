import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cleanUsername } from '../../../contract/values/cleanText.ts';
import { MOST_EVENTS_PER_HOUR } from '../../../contract/maintenance/requestEvents.ts';
import { MOST_AN_HOUR, MOST_OF_NEWCOMERS } from '../../../contract/messages/message.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { isNewcomer } from '../newcomers.ts';
import { addressOf, type Quota, type RateLimit } from './rateLimits.ts';

// Every limit of how often something may be asked for. How much is sent by mail is limited by what was sent (`mailLimits.ts`).

const HOUR = 60;
/** In minutes: the time of failed sign-ins, and of worthless links, which are guesses like them. */
const GUESSES = 15;

/** The rate limit's subject for failed sign-ins to an account from anywhere: `#` with its id, or `unknownAccount`. */
export function accountSubject(account: string): string {
  return `sign-in account ${account}`;
}

/** The rate limit's name of an account that is not there. Hashed, so that no typed name passes for an account's. */
export function unknownAccount(username: string): string {
  return `name ${hash('sha256', cleanUsername(username).toLowerCase())}`;
}

interface SignIn {
  /** `#` with the account's id, or `unknownAccount`. */
  account: string;
  /** The id of a session of this account that the request comes with. */
  device?: string | undefined;
}

/**
 * The limits of failed sign-ins: to an account from one address, to an account from anywhere, and from an address. A device
 * with a session of the account has a limit of its own, so that a stranger's guesses do not lock its owner out.
 */
export function signInLimits(
  configuration: Configuration,
  request: FastifyRequest,
  { account, device }: SignIn,
): RateLimit[] {
  const address = addressOf(request.ip);
  const perAccount = configuration.SIGN_IN_FAILURES_PER_ACCOUNT;
  const total = configuration.SIGN_IN_FAILURES_PER_ACCOUNT_TOTAL;
  const limit = (subject: string, most: number): RateLimit => ({ subject, most, minutes: GUESSES });
  return [
    ...(device
      ? [limit(`sign-in session ${device}`, perAccount)]
      : [
          limit(`${accountSubject(account)} from ${address}`, perAccount),
          limit(accountSubject(account), total),
        ]),
    limit(`sign-in address ${address}`, configuration.SIGN_IN_FAILURES_PER_ADDRESS),
  ];
}

/**
 * The limit of wrong codes of an account, from anywhere. Only someone who knows the password, or has a token while the
 * factor is being set up, can reach it: ten an hour of a million codes, of which three are valid, are one success in four years.
 */
export function codeLimit(userId: number): RateLimit {
  return { subject: `second factor #${userId}`, most: 10, minutes: HOUR };
}

/** The limit of worthless links that an address comes with, so that nobody searches for a valid one. */
export function linkLimit(configuration: Configuration, request: FastifyRequest): RateLimit {
  const subject = `link address ${addressOf(request.ip)}`;
  return { subject, most: configuration.SIGN_IN_FAILURES_PER_ADDRESS, minutes: GUESSES };
}

/** The limit of registrations from an address. */
export function registrationLimit(configuration: Configuration, request: FastifyRequest): RateLimit {
  const subject = `registration ${addressOf(request.ip)}`;
  return { subject, most: configuration.REGISTRATIONS_PER_ADDRESS, minutes: HOUR };
}

/**
 * How often a link for a new password may be asked for from one place: for one address, and for any. What comes from many places
 * is answered alike, and what is sent is limited, so that strangers neither flood an owner nor keep the answer from them.
 */
export function forgottenLimits(request: FastifyRequest, email: string): RateLimit[] {
  const place = addressOf(request.ip);
  // Hashed, so that no typed address is kept.
  const typed = hash('sha256', email.toLowerCase());
  return [
    { subject: `forgotten ${typed} from ${place}`, most: 3, minutes: HOUR / 2 },
    { subject: `forgotten from ${place}`, most: 20, minutes: HOUR },
  ];
}

/** The quota of a resident's changes. */
export function changesQuota({ CHANGES_PER_RESIDENT }: Configuration, user: User | undefined): Quota {
  return {
    subject: `changes of #${user?.id}`,
    ...{ most: CHANGES_PER_RESIDENT, minutes: HOUR, count: 1 },
    refusal: 'That is more than can be sent within an hour.',
  };
}

/** The photos that a newcomer may send within an hour: four full requests. */
const MAX_NEWCOMER_PHOTOS = 40;

/** The quota that so many photos of a user are counted towards. */
export function photoQuota(
  { PHOTOS_PER_RESIDENT }: Configuration,
  user: User | undefined,
  count: number,
): Quota {
  const most = isNewcomer(user) ? Math.min(MAX_NEWCOMER_PHOTOS, PHOTOS_PER_RESIDENT) : PHOTOS_PER_RESIDENT;
  return {
    subject: `photos of #${user?.id}`,
    ...{ most, minutes: HOUR, count },
    refusal: 'These are more photos than can be sent within an hour.',
  };
}

/** How many requests and suggestions of a newcomer managers are told of within an hour, set-ups of autopay included. */
const MAX_NEWCOMER_REPORTS = 10;
/** The same of all newcomers together. */
const MAX_NEWCOMERS_REPORTS = 200;

/**
 * The quota that a request or a suggestion of a newcomer is counted towards, since each is told to every manager, and a set-up
 * of autopay, since each can be used to try cards.
 */
export function reportQuota(user: User): Quota {
  return {
    subject: `reports of #${user.id}`,
    ...{ most: MAX_NEWCOMER_REPORTS, minutes: HOUR, count: isNewcomer(user) ? 1 : 0 },
    refusal: 'That is more than can be sent within an hour before management has confirmed your unit.',
    together: { subject: 'reports of newcomers', most: MAX_NEWCOMERS_REPORTS, minutes: HOUR },
  };
}

/** The limit of what a person adds to requests, of managers too. */
export function requestEventLimit(user: User): RateLimit {
  return {
    subject: `request events ${user.id}`,
    most: MOST_EVENTS_PER_HOUR,
    minutes: HOUR,
    refusal: 'You have added a lot to requests within an hour.',
  };
}

/** The limits of what a person writes in conversations, of managers too: their own, then that of all newcomers together. */
export function messageLimits(user: User): RateLimit[] {
  const newcomer = isNewcomer(user);
  const most = user.is_manager
    ? MOST_AN_HOUR.manager
    : newcomer
      ? MOST_AN_HOUR.newcomer
      : MOST_AN_HOUR.resident;
  const refusal = 'You have written many messages within an hour.';
  return [
    { subject: `messages of #${user.id}`, most, minutes: HOUR, refusal },
    ...(newcomer ? [{ subject: 'messages of newcomers', most: MOST_OF_NEWCOMERS, minutes: HOUR }] : []),
  ];
}
