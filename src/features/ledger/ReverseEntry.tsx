import { Undo2 } from 'lucide-react';
import { useLayoutEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { reversalProblem } from '../../../contract/ledger/ledger.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

interface ReverseEntryProps {
  entry: Transaction;
  onReversed: () => void | Promise<void>;
}

/** Reverses an entry, or says why it cannot be reversed. */
export function ReverseEntry(props: ReverseEntryProps) {
  const { entry } = props;
  // Opened to go on with what was typed.
  const [address] = useSearchParams();
  const [asked, setAsked] = useState<boolean | undefined>(address.has('reverse') || undefined);
  const opener = useRef<HTMLButtonElement>(null);
  // The focused form is gone after it was cancelled.
  useLayoutEffect(() => {
    if (asked === false) opener.current?.focus();
  }, [asked]);
  const problem = reversalProblem(entry);
  if (entry.reversed_by !== null) return <></>;
  if (problem) return <p className="text-muted">{problem.message}</p>;
  if (asked) return <ReversalForm {...props} onCancel={() => setAsked(false)} />;
  return (
    <Button
      ref={opener}
      variant="secondary"
      icon={Undo2}
      className="self-start"
      onClick={() => setAsked(true)}
    >
      {labelOf(entry)}
    </Button>
  );
}

/** A fee that a rule charged is waived, as people say. */
function labelOf({ late_fee }: Transaction): string {
  return late_fee ? 'Waive this fee' : 'Reverse this entry';
}

function ReversalForm({ entry, onReversed, onCancel }: ReverseEntryProps & { onCancel: () => void }) {
  const headingId = useId();
  const reversal = useOnlineForm({
    draft: `reversal-${entry.id}`,
    at: `/admin/ledger/${entry.user_id}?entry=${entry.id}&reverse=1`,
    initial: { reason: '', effective_on: '', give_up_usage: false },
    route: 'reverseTransaction',
    inputOf: ({ reason, effective_on, give_up_usage }) => ({
      params: { id: String(entry.id) },
      body: { reason, effective_on: effective_on || null, ...(give_up_usage ? { give_up_usage } : {}) },
    }),
    check: ({ reason }): Record<string, string> =>
      entry.late_fee && reason.trim() === '' ? { reason: 'Please say why this fee is waived.' } : {},
    failed: (message = 'The entry could not be reversed.') => message,
    onDone: onReversed,
  });
  const { form, field, ready } = reversal;
  // The button that opened the form is gone.
  useLayoutEffect(() => {
    if (ready) form.setFocus('reason');
  }, [ready, form]);
  if (!ready) return <Loading cards={1} />;
  return (
    <form
      onSubmit={reversal.submit}
      noValidate
      aria-labelledby={headingId}
      className="flex flex-col gap-4 rounded-card border border-line p-4"
    >
      <div>
        <h3 id={headingId} className="font-bold">
          {labelOf(entry)}
        </h3>
        <p className="text-muted">
          This adds <Money cents={-toCents(entry.amount)} className="font-semibold" /> to the ledger. It
          cannot be taken back.
        </p>
      </div>
      <FormNotices
        form={reversal}
        needs="You need a connection to reverse this. What you write is kept on this device."
      />
      <TextArea
        label="Reason"
        help="The tenant reads it in the ledger."
        required
        rows={2}
        {...field('reason')}
      />
      <Field
        label="Counts from (optional)"
        type="date"
        max={isoDay()}
        help="Blank: today."
        {...field('effective_on')}
      />
      {entry.utility?.readings && (
        <Checkbox
          label="Do not bill this usage again"
          help="Otherwise it comes with the next bill of who lives there now, as far as it is of their time."
          {...field('give_up_usage')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="danger"
          busy={reversal.busy}
          busyLabel={entry.late_fee ? 'Waiving...' : 'Reversing...'}
          disabled={reversal.lacksConnection}
        >
          {entry.late_fee ? 'Waive' : 'Reverse'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
