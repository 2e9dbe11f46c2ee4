import { CHARGED_ALREADY, chargeName, type Lease, type LeaseCharge } from '../../../contract/leases/lease.ts';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { parseAmount, parseNumber } from '../../../contract/values/parseNumber.ts';
import { leasePath } from './leaseTexts.ts';
import { MonthSelect } from '../../subjects/leases/newLease/MonthSelect.tsx';

interface ChangeChargeProps {
  lease: Lease;
  charge: LeaseCharge;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Changes a charge from a month on, or ends it before that month. */
export function ChangeCharge({ lease, charge, onDone, onClose }: ChangeChargeProps) {
  const name = chargeName(charge);
  const params = { id: String(lease.id), charge: String(charge.id) };
  const earliest = earliestMonth(charge);
  const next = addMonths(monthOf(isoDay()), 1);
  const last = charge.to_month ?? next;
  const offered = next < last ? next : last;
  const form = useOnlineForm({
    draft: `lease-charge-${charge.id}`,
    at: `${leasePath(lease.id)}?charge=${charge.id}`,
    initial: {
      amount: String(charge.amount),
      due_day: String(charge.due_day),
      from_month: earliest > offered ? earliest : offered,
    },
    route: 'changeLeaseCharge',
    inputOf: ({ amount, due_day, from_month }) => ({
      params,
      body: { amount: parseAmount(amount), due_day: parseNumber(due_day), from_month },
    }),
    check: ({ amount, due_day }): Record<string, string> =>
      parseAmount(amount) === charge.amount && parseNumber(due_day) === charge.due_day
        ? { amount: CHARGED_ALREADY }
        : {},
    failed: (message = 'The charge could not be changed.') => message,
    onDone: (_, { from_month }) => onDone(`${name} changes from ${monthName(from_month)} on.`),
  });
  const { field, values } = form;
  const ending = useOnlineChange();

  async function end(): Promise<void> {
    const end = addMonths(values.from_month, -1);
    const never = values.from_month <= charge.from_month;
    await ending.change({
      route: 'endLeaseCharge',
      input: { params, body: { from_month: values.from_month } },
      question: {
        text: never
          ? `Take ${name} of ${monthName(charge.from_month)} off this lease? It was never charged.\nWhat was charged before a rise goes on.`
          : `End ${name} with ${monthName(end)}?\nNothing of it is charged from ${monthName(values.from_month)} on, nor a rise that is planned.`,
        confirmLabel: never ? 'Take off' : 'End charge',
        danger: true,
      },
      failed: (reason) => `The charge could not be ended: ${reason}`,
      onDone: () =>
        void form
          .startOver()
          .then(() => onDone(never ? `${name} was taken off.` : `${name} ends with ${monthName(end)}.`)),
    });
  }

  return (
    <FormModal
      title={`Change ${name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={
        <p className="text-muted">
          Now <Money cents={toCents(charge.amount)} className="font-semibold" /> a month. The months before
          stay as they are.
        </p>
      }
      below={
        form.ready && (
          <div className="flex flex-col gap-3 border-t border-line pt-5">
            {ending.notice && <Banner type={ending.notice.type}>{ending.notice.message}</Banner>}
            <Button
              variant="secondary"
              className="self-start max-sm:w-full"
              busy={ending.busy}
              disabled={form.lacksConnection}
              onClick={() => void end()}
            >
              End this charge from {monthName(values.from_month)} on
            </Button>
          </div>
        )
      }
      onClose={onClose}
    >
      <MonthSelect
        label="From"
        required
        earliest={earliest}
        shown={values.from_month}
        {...field('from_month')}
      />
      <Field label="Amount" inputMode="decimal" autoComplete="off" required before="$" {...field('amount')} />
      <Field
        label="Due day"
        inputMode="numeric"
        autoComplete="off"
        required
        help="31 is the last day of any month."
        {...field('due_day')}
      />
    </FormModal>
  );
}

/** The first month that can still change: after what is posted, and not before it begins. */
function earliestMonth({ from_month, posted_through }: LeaseCharge): string {
  return posted_through === null ? from_month : addMonths(posted_through, 1);
}
