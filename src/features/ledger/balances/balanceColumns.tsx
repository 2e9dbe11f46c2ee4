import { daysLateOf, isFormer, type TenantBalance } from '../../../../contract/ledger/balances.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { acceptsPayments } from '../../../../contract/leases/paymentPolicy.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { numberText } from '../../../../contract/values/numberText.ts';
import type { UnsentOfTenant } from '../../../offline/subjects/ledger/unsentByTenant.ts';
import { beingSentText, onceSentText, sentSinceText } from '../../../subjects/ledger/unsent/unsentText.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../../subjects/users/PersonLink.tsx';
import { Money } from '../../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../../ui/data/Time.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import type { Summary } from '../../../ui/lists/ListRow.tsx';
import type { ListColumn } from '../../../ui/lists/listOptions.ts';

/** The name of the open form in the URL. */
export const POSTINGS = ['charge', 'payment'] as const;
export type Posting = (typeof POSTINGS)[number];

/**
 * The columns of the balances.
 * @param at the time, by which days are counted and blocks end
 */
export function columnsOf(
  open: (form: Posting, tenant: TenantBalance) => void,
  unsent: ReadonlyMap<number, UnsentOfTenant>,
  at: Date,
): ListColumn<TenantBalance>[] {
  return [
    {
      key: 'tenant',
      header: 'Tenant',
      card: 'title',
      sort: ({ last_name, first_name }) => `${last_name} ${first_name}`,
      cell: (tenant) => <PersonLink alone id={tenant.user_id} children={fullNameOf(tenant)} />,
    },
    {
      key: 'unit',
      header: 'Unit #',
      width: 'w-[17%]',
      sort: ({ unit_number, property_name }) => unit_number && `${unit_number} ${property_name ?? ''}`,
      cell: ({ unit_id, unit_number, property_name }) =>
        unit_number ? (
          <>
            <HomeLink unit={unit_id}>{unit_number}</HomeLink>{' '}
            <span className="text-sm text-muted">{property_name}</span>
          </>
        ) : (
          <span className="text-muted">None</span>
        ),
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'right',
      width: 'w-32',
      sort: ({ balance }) => balance,
      cell: (tenant) => (
        <>
          <Money cents={toCents(tenant.balance)} tone="ledger" className="font-semibold" />
          <BalanceNote {...{ tenant, at }} unsent={unsent.get(tenant.user_id)} />
        </>
      ),
    },
    {
      key: 'since',
      header: 'Since',
      width: 'w-32',
      sort: sinceKey,
      cell: (tenant) => <Since {...{ tenant, at }} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-72',
      // Short words, so that the name has room; their buttons are called by the whole ones.
      cell: (tenant) => (
        <>
          <Button
            variant="secondary"
            aria-label={`Add Charge for ${fullNameOf(tenant)}`}
            onClick={() => open('charge', tenant)}
          >
            <span className="sr-only">Add </span>Charge
          </Button>
          <Button
            variant="secondary"
            aria-label={`Record Payment of ${fullNameOf(tenant)}`}
            onClick={() => open('payment', tenant)}
          >
            <span className="sr-only">Record </span>Payment
          </Button>
          <ButtonLink
            variant="quiet"
            aria-label={`Ledger of ${fullNameOf(tenant)}`}
            to={`/admin/ledger/${tenant.user_id}`}
          >
            Ledger
          </ButtonLink>
        </>
      ),
    },
  ];
}

/** Who owes stands first, by the oldest; of a balance that the version before stored, the day is not known. */
/** A number, since ten thousand of them are ready to sort in a tenth of the time that texts take. */
function sinceKey({ owed_since, balance }: TenantBalance): number | null {
  if (owed_since) return Date.parse(owed_since);
  return balance > 0 ? Infinity : null;
}

/** Since when somebody owes: the due day of the oldest charge that is open, and how many days that is past. */
function Since({ tenant, at }: { tenant: TenantBalance; at: Date }) {
  const { owed_since } = tenant;
  if (!owed_since) return <></>;
  const days = daysLateOf(tenant, isoDay(at));
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{timeText(owed_since)}</span>{' '}
      <span className="text-sm whitespace-nowrap text-muted">{daysText(days)}</span>
    </>
  );
}

function daysText(days: number): string {
  if (days === 0) return 'not late yet';
  return days === 1 ? '1 day late' : `${numberText(days)} days late`;
}

/** A tenant where there is no room for columns. */
export function summaryOf(
  tenant: TenantBalance,
  unsent: ReadonlyMap<number, UnsentOfTenant>,
  at: Date,
): Summary {
  const { user_id, unit_number, property_name, owed_since, balance } = tenant;
  const days = daysLateOf(tenant, isoDay(at));
  return {
    to: `/admin/person/${user_id}`,
    name: fullNameOf(tenant),
    place: unit_number
      ? `${unit_number} ${property_name ?? ''}`
      : isFormer(tenant)
        ? 'Former tenant'
        : 'None',
    figure: <Money cents={toCents(balance)} tone="ledger" />,
    note: (
      <>
        {owed_since && (days > 0 ? daysText(days) : `since ${timeText(owed_since)}`)}
        <BalanceNote {...{ tenant, at }} unsent={unsent.get(user_id)} />
      </>
    ),
  };
}

interface BalanceNoteProps {
  tenant: TenantBalance;
  unsent: UnsentOfTenant | undefined;
  at: Date;
}

/** What else a balance has to say: what is not sent yet, and that no payments are accepted. */
function BalanceNote({ tenant, unsent, at }: BalanceNoteProps) {
  return (
    <>
      <UnsentPart tenant={tenant} unsent={unsent} />
      {!acceptsPayments(tenant, at) && (
        <span className="block text-sm font-semibold text-danger">No payments accepted</span>
      )}
    </>
  );
}

/**
 * What a balance may lack of what this device has or sent. What may have arrived may be in the balance already, so it is
 * taken from none.
 */
function UnsentPart({ tenant, unsent }: { tenant: TenantBalance; unsent: UnsentOfTenant | undefined }) {
  if (!unsent) return <></>;
  const lines = [
    onceSentText(toCents(tenant.balance), unsent.unsent),
    beingSentText(unsent.inDoubt),
    sentSinceText(unsent.sent),
  ];
  return (
    <span className="block text-sm font-normal text-muted">
      {lines.map(
        (line) =>
          line && (
            <span key={line} className="block">
              {line}
            </span>
          ),
      )}
    </span>
  );
}
