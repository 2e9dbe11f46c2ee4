import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { unconfirmedRow } from '../auth/newcomers.ts';

/**
 * The people and leases that an import can make again from files, as common table expressions: `places`, `people`, `tenancies`,
 * `fitting` and `person_rows`. An import knows a person by email or by name and home, lets a person live in one unit, and
 * makes a lease with all its tenants. What does not fit that is told in `left-out.csv` instead.
 */
export const importable = (today: string): Part => sqlTag`
  places as materialized (
    select units.id as unit_id, labels.property_name, units.unit_number, labels.id as property_id
    from units join property_labels as labels on labels.id = units.property_id
  ), unfinished as materialized (
    select id, unit_id, starts, ends, ends is null or ends >= ${today}::date as is_unfinished from leases
  ), known_in as materialized (
    -- Who is or was known in a unit, by name.
    select unit as unit_id, id, lower(normalize(first_name || ' ' || last_name, NFKC)) as name from users where unit is not null
    union
    select unit_id, users.id, lower(normalize(first_name || ' ' || last_name, NFKC))
    from lease_tenants join leases on leases.id = lease_id join users on users.id = user_id
  ), people as materialized (
    select users.id, users.first_name, users.last_name, users.email, users.phone, users.is_current_user,
      coalesce(balances.balance, 0) as balance, users.unit as home,
      -- By which somebody without an email is known.
      coalesce(users.unit, (
        select unit_id from lease_tenants join unfinished on unfinished.id = lease_id
        where user_id = users.id order by starts desc limit 1)) as anchor
    from users left join balances on balances.user_id = users.id
    where coalesce(balances.balance, 0) <> 0 or exists (select from lease_tenants where user_id = users.id)
      or (is_current_user and (not is_manager or unit is not null) and not ${unconfirmedRow})
  ), told_apart as materialized (
    select people.*, email <> '' or (anchor is not null and (
      select count(distinct other.id) from known_in as own join known_in as other
        on other.unit_id = own.unit_id and other.name = own.name
      where own.id = people.id and own.unit_id = people.anchor) = 1) as is_known
    from people
  ), tenancies as materialized (
    select lease.id as lease_id, lease.unit_id, lease.starts, lease.ends, is_unfinished, tenant.position, person.id as user_id,
      person.is_known and (person.email <> '' or person.anchor = lease.unit_id)
        and (not is_unfinished or (coalesce(person.home, lease.unit_id) = lease.unit_id
          -- Of somebody without a home the first one makes it.
          and not exists (
            select from lease_tenants as also join unfinished as earlier on earlier.id = also.lease_id
            where person.home is null and also.user_id = person.id and earlier.is_unfinished
              and earlier.unit_id <> lease.unit_id and earlier.id < lease.id))) as fits
    from unfinished as lease join lease_tenants as tenant on tenant.lease_id = lease.id
    join told_apart as person on person.id = tenant.user_id
  ), fitting as materialized (
    select lease_id from tenancies group by lease_id having bool_and(fits)
  ), person_rows as materialized (
    select user_id, unit_id, lease_id, starts, ends, is_unfinished, position
    from tenancies where lease_id in (select lease_id from fitting)
    union all
    -- Whose home is of no such lease, or who has neither.
    select id, case when is_current_user then home end, null, null, null, null, 1
    from told_apart where is_known
      and (email <> '' or (is_current_user and home is not null)
        or exists (select from tenancies join fitting using (lease_id) where user_id = told_apart.id))
      and case when is_current_user and home is not null
        then not exists (
          select from tenancies join fitting using (lease_id)
          where user_id = told_apart.id and unit_id = home and is_unfinished)
        else not exists (select from tenancies join fitting using (lease_id) where user_id = told_apart.id) end
  )`;

/**
 * What a lease charges as rent from the month after this one on, and the first month where that is a later one: nothing once it
 * has ended, so that nothing is charged twice.
 */
export const rentOf = (leaseId: Part, today: string): Part => sqlTag`(
  select case when not lease.is_unfinished then 0 else coalesce(next.amount, later.amount,
      case when lease.ends < month.next then this.amount end, 0) end as amount,
    case when lease.is_unfinished and next.amount is null then later.from_month end as from_month
  from unfinished as lease
  cross join (select date_trunc('month', ${today}::date)::date as this,
    (date_trunc('month', ${today}::date) + interval '1 month')::date as next) as month
  left join lateral (select sum(amount) as amount from lease_charges where lease_id = lease.id and kind = 'rent'
    and from_month <= month.this and (to_month is null or to_month >= month.this)) as this on true
  left join lateral (select sum(amount) as amount from lease_charges where lease_id = lease.id and kind = 'rent'
    and from_month <= month.next and (to_month is null or to_month >= month.next)) as next on true
  left join lateral (select from_month, sum(amount) as amount from lease_charges where lease_id = lease.id and kind = 'rent'
    and from_month > month.next group by from_month order by from_month limit 1) as later on true
  where lease.id = ${leaseId})`;
