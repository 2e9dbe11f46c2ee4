import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '../../../contract/routes.ts';
import type { StoredPhoto } from '../../offline/engine/database.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { discardDraft } from '../../offline/engine/drafts.ts';
import { useDraft } from '../../offline/engine/useDraft.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import type { OptimisticRequest, RequestPhoto } from '../../offline/subjects/maintenanceList.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { RequestPhotos } from './RequestPhotos.tsx';

/** What an edit makes of a request. */
export interface Edit {
  information: string;
  /** The photos it had that stay. */
  kept: RequestPhoto[];
  added: StoredPhoto[];
  draft: string;
}

interface Typed {
  information: string;
  /** The photos that were taken off, by their digest. */
  removed: string[];
}

interface EditRequestProps {
  listed: OptimisticRequest;
  onSave: (edit: Edit) => Promise<void>;
  onCancel: () => void;
  onClose: () => void;
}

function digestOf(photo: RequestPhoto): string {
  return 'sent' in photo ? photo.sent.sha256 : photo.stored.sha256;
}

/** The detail modal's edit mode; a kill in the middle of it loses nothing. */
export function EditRequest(props: EditRequestProps) {
  const handle = useDraft<Typed>(`edit-${props.listed.key}`, {
    information: props.listed.information,
    removed: [],
  });
  const { userId } = useDevice();
  const [key] = useState(props.listed.key);
  const formId = useId();
  const [busy, setBusy] = useState<string>();

  async function save(edit: Edit): Promise<void> {
    // What was typed in the moment in which the request was sent still lies under its first name.
    if (key !== props.listed.key) await discardDraft(userId, `edit-${key}`);
    await props.onSave(edit);
  }

  async function cancel(): Promise<void> {
    await handle.startOver();
    props.onCancel();
  }

  return (
    <Modal
      title="Edit Request"
      onClose={props.onClose}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            disabled={!handle.draft}
            busy={busy !== undefined}
            busyLabel={busy}
          >
            Save
          </Button>
          <Button variant="quiet" onClick={() => void cancel()}>
            Cancel Edit
          </Button>
        </>
      }
    >
      {handle.draft ? (
        <EditForm
          {...props}
          onSave={save}
          formId={formId}
          onBusy={setBusy}
          handle={handle}
          start={handle.draft.value}
        />
      ) : (
        <Loading cards={1} />
      )}
    </Modal>
  );
}

interface FormProps extends EditRequestProps {
  formId: string;
  /** Called with what is being done, and with nothing once it is. */
  onBusy: (busy?: string) => void;
  handle: ReturnType<typeof useDraft<Typed>>;
  start: Typed;
}

function EditForm({ listed, onSave, formId, onBusy, handle, start }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: standardSchemaResolver(routes.updateMaintenance.body),
    defaultValues: { information: start.information },
  });
  const removed = handle.draft?.value.removed ?? [];
  const added = handle.draft?.photos ?? [];
  const kept = listed.photos.filter((photo) => !removed.includes(digestOf(photo)));

  const submit = handleSubmit(async ({ information }) => {
    onBusy('Saving...');
    setProblem(undefined);
    try {
      // An edit that changed nothing yet has no draft, and it is the draft that is handed over.
      handle.setValue({ information, removed });
      await handle.saved();
      await onSave({ information, kept, added, draft: `edit-${listed.key}` });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      onBusy();
    }
  });

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {(problem ?? handle.problem) && <Banner type="error">{problem ?? handle.problem}</Banner>}
      <TextArea
        label="Issue"
        required
        rows={4}
        error={formState.errors.information?.message}
        {...register('information', {
          onChange: () => handle.setValue({ information: getValues('information'), removed }),
        })}
      />
      {kept.length > 0 && (
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">Current photos</h3>
          <RequestPhotos
            photos={kept}
            onRemove={(photo) =>
              handle.setValue({
                information: getValues('information'),
                removed: [...removed, digestOf(photo)],
              })
            }
          />
        </section>
      )}
      <PhotoPicker photos={added} onChange={handle.setPhotos} onBusy={onBusy} others={kept.length} />
    </form>
  );
}
