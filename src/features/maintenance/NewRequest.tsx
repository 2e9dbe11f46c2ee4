import { useState } from 'react';
import type { FieldMessages } from '../../../contract/http/failure.ts';
import type { Change } from '../../offline/engine/outbox/outbox.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { DetailFields } from './details/DetailFields.tsx';
import { saidDetails, typedDetails, type TypedDetails } from './details/typedDetails.ts';
import { PhotoPicker } from '../../subjects/photos/PhotoPicker.tsx';
import { Reporter } from './Reporter.tsx';
import { UnitChoice, type ChosenUnit } from './UnitChoice.tsx';

const DRAFT = 'new-maintenance-request';

interface Typed extends TypedDetails {
  information: string;
  unit?: ChosenUnit | undefined;
}

interface NewRequestProps {
  /** A manager says which unit it is for; a resident is told whose name it goes under. */
  manager: boolean;
  onSubmit: (change: Change<'createMaintenance'>) => Promise<void>;
  onClose: () => void;
  /** The unit it is for, where the form was opened from a home. */
  home?: ChosenUnit | undefined;
  /** The name of the draft to go on with; the latest one by default. */
  draft?: string | undefined;
}

/** The new-request modal. What is typed stays on this device until it is submitted or started over. */
export function NewRequest({ manager, onSubmit, onClose, home, draft }: NewRequestProps) {
  const [reading, setReading] = useState(false);
  const form = useQueuedForm<Typed>({
    // What is being written for another home stays there.
    draft: home ? `${DRAFT}-home-${home.id}` : DRAFT,
    several: true,
    chosen: draft,
    initial: { information: '', unit: home, ...typedDetails() },
    route: 'createMaintenance',
    check: ({ unit }): FieldMessages => (manager && !unit ? { unit: 'Please select a unit.' } : {}),
    onSubmit: ({ information, unit, ...details }, photos, draft) =>
      onSubmit({
        route: 'createMaintenance',
        input: {
          body: { information, ...(manager && unit ? { unit_id: unit.id } : {}), ...saidDetails(details) },
        },
        photos,
        shown: { unit: manager && unit ? unit.words : '' },
        draft,
      }),
  });
  return (
    <FormModal
      title="New Request"
      submitLabel="Submit Request"
      busyLabel={reading ? 'Reading photos...' : 'Submitting...'}
      form={{ ...form, busy: form.busy || reading }}
      onClose={onClose}
    >
      {manager ? (
        <UnitChoice
          value={form.values.unit}
          error={form.field('unit').error}
          onChange={(unit) => form.set({ unit })}
        />
      ) : (
        <Reporter />
      )}
      <TextArea label="Issue" required rows={4} {...form.field('information')} />
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        sharedInto={form.draft}
      />
      <DetailFields form={form} />
    </FormModal>
  );
}
