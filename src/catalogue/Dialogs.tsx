import { useState } from 'react';
import { useConfirm } from '../ui/feedback/Confirm.tsx';
import { useToast } from '../ui/feedback/Toasts.tsx';
import { Button } from '../ui/forms/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { FormModal } from '../ui/forms/FormModal.tsx';
import type { FormState } from '../ui/forms/FormNotices.tsx';

const FORM: FormState = {
  ...{ ready: true, lacksConnection: true, busy: false, restored: true },
  problem: 'The charge could not be added.',
  submit: () => undefined,
  startOver: () => Promise.resolve(),
};
const QUESTION = { text: 'Are you sure you want to delete this?', confirmLabel: 'Delete', danger: true };

/** Dialogs and toasts, each opened by a button. */
export function Dialogs() {
  const toast = useToast();
  const confirm = useConfirm();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  function showToasts(): void {
    for (const type of ['success', 'info', 'warning', 'error'] as const) toast.show({ type, message: type });
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen(true)}>Open a form</Button>
      <Button onClick={() => void confirm(QUESTION)}>Ask a question</Button>
      <Button onClick={showToasts}>Show toasts</Button>
      {open && (
        <FormModal title="A form" submitLabel="Save" busyLabel="Saving..." form={FORM} onClose={close}>
          <Field label="Amount" required before="$" error="Please enter an amount." />
        </FormModal>
      )}
    </div>
  );
}
