import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import { acceptsPayments } from '../../../contract/leases/paymentPolicy.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import type { UnsentOfTenant } from '../../offline/subjects/doorPayments.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import type { Column } from '../../ui/data/Table.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { now } from '../../browser/clock.ts';

/** The name of the open form in the URL. */
export const POSTINGS = ['charge', 'payment'] as const;
export type Posting = (typeof POSTINGS)[number];

/** The columns of the balances. */
export function columnsOf(
  open: (form: Posting, tenant: TenantBalance) => void,
  unsent: ReadonlyMap<number, UnsentOfTenant>,
): Column<TenantBalance>[] {
  return [
    {
      key: 'tenant',
      header: 'Tenant',
      card: 'title',
      cell: (tenant) => <PersonLink alone id={tenant.user_id} children={fullNameOf(tenant)} />,
    },
    {
      key: 'unit',
      header: 'Unit #',
      width: 'w-36',
      cell: ({ unit_id, unit_number, property_name }) =>
        unit_number ? (
          <>
            <HomeLink unit={unit_id}>{unit_number}</HomeLink>{' '}
            <span className="block text-sm text-muted">{property_name}</span>
          </>
        ) : (
          <span className="text-muted">None</span>
        ),
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'right',
      width: 'w-36',
      cell: (tenant) => (
        <>
          <Money cents={toCents(tenant.balance)} tone="ledger" className="font-semibold" />
          <UnsentPart tenant={tenant} unsent={unsent.get(tenant.user_id)} />
          {!acceptsPayments(tenant, now()) && (
            <span className="block text-sm font-semibold text-danger">No payments accepted</span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-44 lg:w-[25.5rem]',
      cell: (tenant) => (
        <>
          <Button
            variant="secondary"
            aria-label={`Add Charge for ${fullNameOf(tenant)}`}
            onClick={() => open('charge', tenant)}
          >
            Add Charge
          </Button>
          <Button
            variant="secondary"
            aria-label={`Record Payment of ${fullNameOf(tenant)}`}
            onClick={() => open('payment', tenant)}
          >
            Record Payment
          </Button>
          <ButtonLink
            variant="quiet"
            aria-label={`Ledger of ${fullNameOf(tenant)}`}
            to={`/admin/ledger/${tenant.user_id}`}
            className="max-md:col-span-2"
          >
            Ledger
          </ButtonLink>
        </>
      ),
    },
  ];
}

/**
 * What a balance may lack of the payments that this device has or sent. One that may have arrived may be in the balance
 * already, so it is taken from none.
 */
function UnsentPart({ tenant, unsent }: { tenant: TenantBalance; unsent: UnsentOfTenant | undefined }) {
  if (!unsent) return <></>;
  const { cents, inDoubt, sent } = unsent;
  return (
    <span className="block text-sm font-normal text-muted">
      {cents > 0 && (
        <span className="block">
          {moneyText(toCents(tenant.balance) - cents)} once {moneyText(cents)} is sent
        </span>
      )}
      {inDoubt > 0 && <span className="block">{moneyText(inDoubt)} is being sent</span>}
      {sent > 0 && <span className="block">{moneyText(sent)} was sent after this was read</span>}
    </span>
  );
}
