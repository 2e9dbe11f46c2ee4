import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Card } from '../layout/Card.tsx';
import { FormNotices, type FormState } from './FormNotices.tsx';
import { Loading } from '../feedback/Loading.tsx';

interface FormCardProps {
  submitLabel: string;
  form: FormState;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that is a screen of its own, whose change needs a connection. */
export function FormCard({ submitLabel, form, onCancel, children }: FormCardProps) {
  if (!form.ready) return <Loading cards={1} />;
  return (
    <form onSubmit={form.submit} noValidate>
      <Card>
        <FormNotices form={form} />
        {children}
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <Button type="submit" busy={form.busy} busyLabel="Saving..." disabled={form.lacksConnection}>
            {submitLabel}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Card>
    </form>
  );
}
