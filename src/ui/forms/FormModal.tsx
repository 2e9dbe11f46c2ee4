import { useId, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { FormNotices, type FormState } from './FormNotices.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { Modal } from '../layout/Modal.tsx';

interface FormModalProps {
  title: string;
  submitLabel: string;
  busyLabel: string;
  form: FormState;
  needs?: string | undefined;
  /** The subject of the form, at the top. */
  subject?: ReactNode;
  /** Content about the record, outside the form. */
  below?: ReactNode;
  cancelLabel?: string | undefined;
  /** Called on Cancel; by default the dialog is closed. */
  onCancel?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, which can be closed at any time since the draft is kept. */
export function FormModal({
  title,
  submitLabel,
  busyLabel,
  form,
  needs,
  subject,
  below,
  onClose,
  cancelLabel = 'Cancel',
  onCancel = onClose,
  children,
}: FormModalProps) {
  const formId = useId();
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            busy={form.busy}
            busyLabel={busyLabel}
            disabled={!form.ready || form.lacksConnection}
          >
            {submitLabel}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {!form.ready ? (
        <Loading cards={1} />
      ) : (
        <div className="flex flex-col gap-6">
          <form
            id={formId}
            onSubmit={form.submit}
            noValidate
            autoComplete="off"
            className="flex flex-col gap-5"
          >
            {subject}
            <FormNotices form={form} needs={needs} />
            {children}
          </form>
          {below}
        </div>
      )}
    </Modal>
  );
}
