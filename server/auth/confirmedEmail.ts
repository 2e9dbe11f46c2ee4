import sqlTag from 'sql-template-tag';

/**
 * Of a row of `users`, whether their address is known to be theirs: they opened a link that was sent to it, or management
 * answers for it. Whoever registers or changes their address can enter that of somebody else.
 */
export const isEmailConfirmed = sqlTag`coalesce(lower(users.confirmed_email) = lower(users.email), false)`;
