import sqlTag from 'sql-template-tag';

/** The condition that a user (`users`) is an active tenant of a unit, and may be billed for it. */
export const isTenant = sqlTag`(users.unit is not null and users.is_current_user)`;

/** The order of a unit's tenants (`users`) by when they were confirmed into it. The first one is billed for the unit. */
export const billedFirst = sqlTag`users.unit_since, users.id`;
