import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Card } from '../layout/Card.tsx';
import { FormNotices, type FormState } from './FormNotices.tsx';
import { Loading } from '../feedback/Loading.tsx';

interface FormCardProps {
  submitLabel: string;
  form: FormState;
  /** Whether there is nothing to submit. */
  disabled?: boolean;
  onCancel: () => void;
  /** What belongs to the record and not to the form. */
  below?: ReactNode;
  children: ReactNode;
}

/** The card of a form that needs a connection. */
export function FormCard({ submitLabel, form, disabled = false, onCancel, below, children }: FormCardProps) {
  return (
    <div className="flex flex-col gap-6">
      {form.ready ? (
        <form onSubmit={form.submit} noValidate>
          <Card>
            <FormNotices form={form} />
            {children}
            <div className="flex flex-wrap gap-3 max-sm:*:grow">
              <Button
                type="submit"
                busy={form.busy}
                busyLabel="Saving..."
                disabled={disabled || form.lacksConnection}
              >
                {submitLabel}
              </Button>
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          </Card>
        </form>
      ) : (
        <Loading cards={1} />
      )}
      {below}
    </div>
  );
}
