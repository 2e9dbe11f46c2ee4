import { unitLabel } from '../../../contract/units/unit.ts';
import { useState, type ReactNode } from 'react';
import { AlreadyBilled, NoTenant, type UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import { priceOf } from '../../../contract/utilities/billPrice.ts';
import { RatesChanged, rateText, type Settings } from '../../../contract/utilities/rates.ts';
import { tariffsOf, type Tariff } from '../../../contract/utilities/tariffs.ts';
import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import type { Bills } from './useBills.ts';

interface ConflictProps {
  item: OutboxItem<'createUtilityBills'>;
  bills: Bills;
}

const countOf = (count: number) => (count === 1 ? '1 bill' : `${count} bills`);

/** The server's message about refused bills, and the actions that resolve them. */
export function BillConflict({ item, bills }: ConflictProps) {
  const failure = item.refusal?.failure;
  const rates = failure?.code === 'rates_changed' && RatesChanged.safeParse(failure.detail);
  const billed = failure?.code === 'already_billed' && AlreadyBilled.safeParse(failure.detail);
  const movedOut = failure?.code === 'no_tenant' && NoTenant.safeParse(failure.detail);
  return (
    <>
      <p className="font-semibold text-danger">{failure?.message}</p>
      {rates && rates.success && (
        <Reprice {...{ item, bills }} rates={rates.data.rates} tariffs={rates.data.tariffs} />
      )}
      {billed && billed.success && <Duplicates {...{ item, bills }} billed={billed.data.bills} />}
      {movedOut && movedOut.success && <MovedOut {...{ item, bills }} ids={movedOut.data.user_ids} />}
      {!rates && !billed && !movedOut && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void bills.retry(item)}>Try again</Button>
          <Withdraw {...{ item, bills }} />
        </div>
      )}
    </>
  );
}

function Withdraw({ item, bills }: ConflictProps) {
  return (
    <Button variant="quiet" onClick={() => void bills.withdraw(item)}>
      Withdraw all
    </Button>
  );
}

interface RepriceProps extends ConflictProps {
  rates: Settings;
  tariffs: Tariff[] | undefined;
}

function Reprice({ item, bills, rates, tariffs }: RepriceProps) {
  const { shown } = item;
  const properties = new Map(shown.bills.map(({ user_id, property_id }) => [user_id, property_id]));
  const entries = item.input.body.map((entry) => {
    const by = tariffs && tariffsOf(tariffs, properties.get(entry.user_id));
    const { cents, ...costs } = priceOf(entry, rates, by);
    return { entry: { ...entry, ...costs, ...(by ? { by_tariff: true } : {}) }, cents };
  });
  const total = entries.reduce((sum, { cents }) => sum + cents, 0);
  const changed = METERS.filter((meter) => shown.rates[`rate_${meter}`] !== rates[`rate_${meter}`]);
  return (
    <>
      <ul role="list" className="tabular-nums">
        {changed.map((meter) => (
          <li key={meter}>
            {METER_LABELS[meter].name}: {rateText(shown.rates[`rate_${meter}`])} became{' '}
            <strong>{rateText(rates[`rate_${meter}`])}</strong> per {METER_LABELS[meter].one}
          </li>
        ))}
      </ul>
      <p>
        At these rates {entries.length === 1 ? 'it comes' : 'they come'} to{' '}
        <strong>{moneyText(total)}</strong>.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() =>
            void bills.revise(
              item,
              entries.map(({ entry }) => entry),
              { ...shown, rates, ...(tariffs ? { tariffs } : {}) },
            )
          }
        >
          Re-price and post
        </Button>
        <Withdraw {...{ item, bills }} />
      </div>
    </>
  );
}

interface DiscardProps extends ConflictProps {
  variant: 'primary' | 'danger';
  label: string;
}

function Discard({ item, bills, variant, label }: DiscardProps) {
  const confirm = useConfirm();
  async function discard(): Promise<void> {
    const sure = await confirm({
      text: 'Are you sure you want to discard these readings? They are not posted.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (sure) await bills.drop(item);
  }
  return (
    <Button variant={variant} onClick={() => void discard()}>
      {label}
    </Button>
  );
}

interface RemainingBillsProps extends ConflictProps {
  entries: UtilityBillEntry[];
  /** What discards the item if none remain. */
  otherwise: ReactNode;
}

/** Posts the remaining bills, if there are any. */
function RemainingBills({ item, bills, entries, otherwise }: RemainingBillsProps) {
  const { shown } = item;
  const ids = new Set(entries.map(({ user_id }) => user_id));
  const rest = { ...shown, bills: shown.bills.filter(({ user_id }) => ids.has(user_id)) };
  return (
    <div className="flex flex-wrap gap-3">
      {entries.length > 0 ? (
        <Button onClick={() => void bills.revise(item, entries, rest)}>Post {countOf(entries.length)}</Button>
      ) : (
        otherwise
      )}
      <Withdraw {...{ item, bills }} />
    </div>
  );
}

function Duplicates({ item, bills, billed }: ConflictProps & { billed: AlreadyBilled['bills'] }) {
  const [anyway, setAnyway] = useState<ReadonlySet<number>>(new Set());
  const twice = new Set(billed.map(({ user_id }) => user_id));
  const entries = item.input.body
    .filter(({ user_id }) => !twice.has(user_id) || anyway.has(user_id))
    .map((entry) => (anyway.has(entry.user_id) ? { ...entry, confirm_duplicates: true } : entry));
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2">What is not ticked is left out. The rest is posted.</legend>
        {billed.map(({ user_id, billed_at, billed_by, ...unit }) => (
          <Checkbox
            key={user_id}
            label={`Post ${unitLabel(unit)}, anyway`}
            help={`Billed ${timeText(billed_at)} by ${billed_by}`}
            checked={anyway.has(user_id)}
            onChange={(event) => {
              const next = new Set(anyway);
              if (event.target.checked) next.add(user_id);
              else next.delete(user_id);
              setAnyway(next);
            }}
          />
        ))}
      </fieldset>
      <RemainingBills
        {...{ item, bills, entries }}
        otherwise={
          <Discard
            {...{ item, bills }}
            variant="primary"
            label={billed.length === 1 ? 'Keep the bill as posted' : 'Keep the bills as posted'}
          />
        }
      />
    </>
  );
}

function MovedOut({ item, bills, ids }: ConflictProps & { ids: number[] }) {
  const { bills: shown } = item.shown;
  const movedOut = new Set(ids);
  const entries = item.input.body.filter(({ user_id }) => !movedOut.has(user_id));
  return (
    <>
      <p>Left out, as nobody can be billed:</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {shown
          .filter(({ user_id }) => movedOut.has(user_id))
          .map(({ user_id, unit, person }) => (
            <li key={user_id}>
              {unit} ({person})
            </li>
          ))}
      </ul>
      <RemainingBills
        {...{ item, bills, entries }}
        otherwise={<Discard {...{ item, bills }} variant="danger" label="Discard" />}
      />
    </>
  );
}
