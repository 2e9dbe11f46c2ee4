import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '../../../contract/routes.ts';
import type { StoredPhoto } from '../../offline/engine/database.ts';
import { useDraft } from '../../offline/engine/useDraft.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { PhotoPicker } from './PhotoPicker.tsx';
import { UnitChoice, type ChosenUnit } from './UnitChoice.tsx';
import { Reporter } from './Reporter.tsx';
import type { Change } from '../../offline/engine/outbox.ts';

const NEW_REQUEST_DRAFT = 'new-maintenance-request';

interface Typed {
  information: string;
  unit?: ChosenUnit | undefined;
}

interface NewRequestProps {
  /** A manager says which unit it is for; a resident is told whose name it goes under. */
  manager: boolean;
  onSubmit: (change: Change<'createMaintenance'>) => Promise<void>;
  onClose: () => void;
}

/** The new-request modal. What is typed stays on this device until it is submitted or started over. */
export function NewRequest(props: NewRequestProps) {
  const draft = useDraft<Typed>(NEW_REQUEST_DRAFT, { information: '' });
  const formId = useId();
  const [busy, setBusy] = useState<string>();
  return (
    <Modal
      title="New Request"
      onClose={props.onClose}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            disabled={!draft.draft}
            busy={busy !== undefined}
            busyLabel={busy}
          >
            Submit Request
          </Button>
          <Button variant="quiet" onClick={props.onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {draft.draft ? (
        <NewRequestForm
          {...props}
          formId={formId}
          onBusy={setBusy}
          handle={draft}
          start={draft.draft.value}
        />
      ) : (
        <Loading cards={1} />
      )}
    </Modal>
  );
}

interface FormProps extends NewRequestProps {
  formId: string;
  /** Called with what is being done, and with nothing once it is. */
  onBusy: (busy?: string) => void;
  handle: ReturnType<typeof useDraft<Typed>>;
  start: Typed;
}

function NewRequestForm({ manager, onSubmit, formId, onBusy, handle, start }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const [unit, setUnit] = useState(start.unit);
  const { register, handleSubmit, reset, setFocus, getValues, formState } = useForm({
    resolver: standardSchemaResolver(routes.createMaintenance.body),
    defaultValues: { information: start.information },
  });
  const photos: StoredPhoto[] = handle.draft?.photos ?? [];
  const keep = (typed: Typed) => handle.setValue(typed);

  const submit = handleSubmit(async ({ information }) => {
    if (manager && !unit) return;
    onBusy('Submitting...');
    setProblem(undefined);
    try {
      // Written once more, so that a draft which another tab submitted meanwhile is noticed, not assumed.
      await handle.saved();
      await onSubmit({
        route: 'createMaintenance',
        input: { body: { information, ...(manager && unit ? { unit_id: unit.id } : {}) } },
        photos,
        shown: { unit: manager && unit ? unit.words : '' },
        draft: NEW_REQUEST_DRAFT,
      });
    } catch (error) {
      // The form stays as it is, so that nothing typed is lost; sending again is the person's choice.
      setProblem(error instanceof Error ? error.message : String(error));
      keep({ information, unit });
      handle.setPhotos(photos);
    } finally {
      onBusy();
    }
  });

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {handle.draft?.restored && (
        <Banner
          action={
            <Button
              variant="quiet"
              onClick={() => {
                reset({ information: '' });
                setUnit(undefined);
                // This button leaves, and would take the focus out of the form with it.
                void handle.startOver().then(() => setFocus('information'));
              }}
            >
              Start over
            </Button>
          }
        >
          We kept what you wrote.
        </Banner>
      )}
      {(problem ?? handle.problem) && <Banner type="error">{problem ?? handle.problem}</Banner>}
      {manager ? (
        <UnitChoice
          value={unit}
          error={formState.isSubmitted && !unit ? 'Please select a unit.' : undefined}
          onChange={(chosen) => {
            setUnit(chosen);
            keep({ information: getValues('information'), unit: chosen });
          }}
        />
      ) : (
        <Reporter />
      )}
      <TextArea
        label="Issue"
        required
        rows={4}
        error={formState.errors.information?.message}
        {...register('information', {
          onChange: () => keep({ information: getValues('information'), unit }),
        })}
      />
      <PhotoPicker photos={photos} onChange={handle.setPhotos} onBusy={onBusy} />
    </form>
  );
}
