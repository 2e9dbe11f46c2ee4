import sqlTag from 'sql-template-tag';

/** Whether someone (`users`) is a tenant of the unit they live in, and may be billed for it. */
export const isTenant = sqlTag`(users.unit is not null and users.is_current_user)`;

/** The order of a unit's tenants (`users`). The first is billed for the unit: whose account is the oldest. */
export const billedFirst = sqlTag`users.created_at, users.id`;
