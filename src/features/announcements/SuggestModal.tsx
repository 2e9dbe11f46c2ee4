import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '../../../contract/routes.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { useDraft } from '../../offline/engine/useDraft.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { KeptDraft } from '../../ui/forms/RestoredDraft.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { SUGGESTION_DRAFT } from './useBoard.ts';

interface Typed {
  announcement: string;
}

interface SuggestModalProps {
  /** An unsent suggestion that is to be said in other words; none for a new one. */
  item?: OutboxItem | undefined;
  onSubmit: (announcement: string) => Promise<void>;
  onClose: () => void;
}

export function textOf(item: OutboxItem): string {
  return (item.input.body as Typed).announcement;
}

/** The suggestion modal. What is typed stays on this device until it is submitted or started over. */
export function SuggestModal({ item, onSubmit, onClose }: SuggestModalProps) {
  const written = item ? textOf(item) : '';
  const handle = useDraft<Typed>(item ? `edit-${item.record}` : SUGGESTION_DRAFT, { announcement: written });
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      title="Suggest an Announcement"
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={formId} busy={busy} busyLabel="Submitting...">
            Submit for Review
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {handle.draft ? (
        <SuggestForm
          {...{ item, onSubmit, formId, handle, written }}
          start={handle.draft.value}
          onBusy={setBusy}
        />
      ) : (
        <Loading cards={1} />
      )}
    </Modal>
  );
}

interface FormProps extends Pick<SuggestModalProps, 'item' | 'onSubmit'> {
  formId: string;
  handle: ReturnType<typeof useDraft<Typed>>;
  written: string;
  start: Typed;
  onBusy: (busy: boolean) => void;
}

function SuggestForm({ item, onSubmit, formId, handle, written, start, onBusy }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, getValues, formState } = useForm({
    resolver: standardSchemaResolver(routes.submitAnnouncement.body),
    defaultValues: { announcement: start.announcement },
  });

  // Read anew each time, as the refusal may reach this screen after the form has opened.
  const refusal = item?.refusal && (item.refusal.failure.message || UNKNOWN);
  const wrong = problem ?? handle.problem ?? (formState.isSubmitting ? undefined : refusal);

  const submit = handleSubmit(async ({ announcement }) => {
    onBusy(true);
    setProblem(undefined);
    try {
      await handle.saved();
      await onSubmit(announcement);
      if (item) await handle.startOver();
    } catch (error) {
      // The form stays as it is, so that nothing typed is lost; sending again is the person's choice.
      setProblem((error instanceof Error && error.message) || UNKNOWN);
      handle.setValue({ announcement });
    } finally {
      onBusy(false);
    }
  });

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {handle.draft?.restored && (
        <KeptDraft
          onStartOver={() => {
            reset({ announcement: written });
            void handle.startOver();
          }}
        />
      )}
      {wrong && <Banner type="error">{wrong}</Banner>}
      <TextArea
        label="Message"
        help="Management reads it before it is shared. You can write it with or without a signal."
        required
        rows={6}
        error={formState.errors.announcement?.message}
        {...register('announcement', {
          onChange: () => handle.setValue({ announcement: getValues('announcement') }),
        })}
      />
    </form>
  );
}

const UNKNOWN = 'An error occurred.';
