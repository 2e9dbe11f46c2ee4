import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { unconfirmedRow } from '../auth/newcomers.ts';

/**
 * The people and leases that an import can make again from files, as common table expressions: `places`, `told_apart`, `tenancies`
 * and `person_rows`. An import knows a person by email or by name and home, lets a person live in one unit, and makes a lease
 * with all its tenants. What does not fit that is told in `left-out.csv` instead.
 *
 * Such expressions have no index, so nothing is looked up in one for each row of another: each is grouped and joined once.
 */
export const importable = (today: string): Part => sqlTag`
  places as materialized (
    select units.id as unit_id, labels.property_name, units.unit_number, labels.id as property_id
    from units join property_labels as labels on labels.id = units.property_id
  ), rented as materialized (
    -- With the least and the last of the units of a tenant's earlier leases that are not over.
    select tenant.lease_id, tenant.user_id, tenant.position, lease.unit_id, lease.starts, lease.ends, lease.is_unfinished,
      min(lease.unit_id) filter (where lease.is_unfinished) over earlier as least_before,
      max(lease.unit_id) filter (where lease.is_unfinished) over earlier as last_before
    from lease_tenants as tenant
    join (select *, ends is null or ends >= ${today}::date as is_unfinished from leases) as lease on lease.id = tenant.lease_id
    window earlier as (
      partition by tenant.user_id order by tenant.lease_id rows between unbounded preceding and 1 preceding)
  ), known_in as materialized (
    -- Who is or was known in a unit, and whether nobody else of the unit has their name.
    select unit_id, id, count(*) over (partition by unit_id, name) = 1 as is_only from (
      select unit as unit_id, id, lower(normalize(first_name || ' ' || last_name, NFKC)) as name from users where unit is not null
      union
      select unit_id, users.id, lower(normalize(first_name || ' ' || last_name, NFKC))
      from rented join users on users.id = user_id) as known
  ), people as materialized (
    select users.id, users.first_name, users.last_name, users.email, users.phone, users.is_current_user,
      coalesce(balances.balance, 0) as balance, users.unit as home,
      -- By which somebody without an email is known.
      coalesce(users.unit, latest.unit_id) as anchor
    from users left join balances on balances.user_id = users.id
    left join (select distinct on (user_id) user_id, unit_id from rented order by user_id, starts desc, lease_id desc) as latest
      on latest.user_id = users.id
    where coalesce(balances.balance, 0) <> 0 or latest.user_id is not null
      or (is_current_user and (not is_manager or unit is not null) and not ${unconfirmedRow})
  ), told_apart as materialized (
    select people.*, email <> '' or coalesce(is_only, false) as is_known
    from people left join known_in on known_in.id = people.id and known_in.unit_id = people.anchor
  ), tenancies as materialized (
    -- A lease fits with all its tenants.
    select fitting.*, bool_and(fits) over (partition by lease_id) as is_fitting from (
      select rented.*, coalesce(person.home = unit_id, false) as is_home,
        person.is_known and (person.email <> '' or person.anchor = unit_id)
          and (not is_unfinished or case when person.home is not null then person.home = unit_id
            -- Of somebody without a home the first one makes it.
            else coalesce(least_before = unit_id and last_before = unit_id, true) end) as fits
      from rented join told_apart as person on person.id = user_id) as fitting
  ), settled as materialized (
    select user_id, bool_or(is_unfinished and is_home) as is_at_home from tenancies where is_fitting group by user_id
  ), person_rows as materialized (
    select user_id, unit_id, lease_id, starts, ends, is_unfinished, position from tenancies where is_fitting
    union all
    -- Whose home is of no such lease, or who has neither.
    select id, case when is_current_user then home end, null, null, null, null, 1
    from told_apart left join settled on settled.user_id = id
    where is_known and case when is_current_user and home is not null then not coalesce(is_at_home, false)
      else settled.user_id is null and email <> '' end
  )`;

/**
 * What each lease charges as rent from the month after this one on, and the first month where that is a later one: nothing once it
 * has ended, so that nothing is charged twice.
 */
export const rents = (today: string): Part => sqlTag`
  month as (
    select date_trunc('month', ${today}::date)::date as this,
      (date_trunc('month', ${today}::date) + interval '1 month')::date as next
  ), rents as materialized (
    select lease.id as lease_id,
      case when lease.ends < ${today}::date then 0 else coalesce(rent.next, rent.later,
        case when lease.ends < month.next then rent.this end, 0) end as amount,
      case when (lease.ends is null or lease.ends >= ${today}::date) and rent.next is null then rent.later_month end as from_month
    from leases as lease cross join month left join (
      select lease_id, min(later_month) as later_month, sum(amount) filter (where from_month = later_month) as later,
        sum(amount) filter (where from_month <= this and (to_month is null or to_month >= this)) as this,
        sum(amount) filter (where from_month <= next and (to_month is null or to_month >= next)) as next
      from (select lease_id, amount, from_month, to_month, this, next,
          min(from_month) filter (where from_month > next) over (partition by lease_id) as later_month
        from lease_charges cross join month where kind = 'rent') as charge
      group by lease_id) as rent on rent.lease_id = lease.id
  )`;
