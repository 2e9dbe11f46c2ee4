import { useEffect, useEffectEvent, useState } from 'react';
import { changesOf } from '../../forms/changesOf.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { useDevice } from '../../offline/engine/device.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import { adoptEarlierDraft } from '../../offline/subjects/maintenance/useSentRequest.ts';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import type { ShownPhoto } from '../../offline/subjects/photos/shownPhoto.ts';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { DetailFields } from './details/DetailFields.tsx';
import { typedDetails, type TypedDetails } from './details/typedDetails.ts';
import { PhotoPicker } from '../../subjects/photos/PhotoPicker.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';

/** What an edit makes of a request. */
export interface Edit {
  information: string;
  /** Those that are other than they were. */
  details: Partial<TypedDetails>;
  /** The photos it had that stay. */
  kept: ShownPhoto[];
  added: StoredPhoto[];
  draft: DraftVersion;
}

interface Typed extends TypedDetails {
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

function digestOf(photo: ShownPhoto): string {
  return 'sent' in photo ? photo.sent.sha256 : photo.stored.sha256;
}

/** The detail modal's edit mode; a kill in the middle of it loses nothing. */
export function EditRequest({ listed, onSave, onCancel, onClose }: EditRequestProps) {
  const { userId } = useDevice();
  const [reading, setReading] = useState(false);
  const draft = `edit-${listed.key}`;
  const [firstDraft] = useState(draft);
  const form = useQueuedForm<Typed>({
    draft,
    prepareDraft: () => adoptEarlierDraft(userId, listed.key),
    initial: { information: listed.information, removed: [], ...typedDetails(listed.details) },
    route: 'updateMaintenance',
    onSubmit: async ({ information, ...typed }, added) => {
      // An edit that changed nothing yet has no draft, and it is the draft that is handed over.
      form.keep();
      const details = changesOf(typedDetails(listed.details), typedDetails(typed));
      await onSave({ information, details, kept, added, draft: await form.draft.saved() });
    },
  });
  const renameDraft = useEffectEvent(() => {
    // Without a key pressed here, the draft that is stored under the new name is shown as soon as it is read.
    if (!form.typed) return;
    form.keep();
    void form.draft.saved().then(() => adoptEarlierDraft(userId, listed.key));
  });
  // Once the request is sent, its draft has another name; what was typed meanwhile is still under the first one.
  useEffect(() => {
    if (draft !== firstDraft) renameDraft();
  }, [draft, firstDraft]);
  const { removed } = form.values;
  const kept = listed.photos.filter((photo) => !removed.includes(digestOf(photo)));
  return (
    <FormModal
      title="Edit Request"
      submitLabel="Save"
      busyLabel={reading ? 'Reading photos...' : 'Saving...'}
      // The edit was left a moment ago, mostly, and is not announced as found again.
      form={{ ...form, busy: form.busy || reading, restored: false }}
      cancelLabel="Cancel Edit"
      onCancel={() => void form.startOver().then(onCancel)}
      onClose={onClose}
    >
      <TextArea label="Issue" required rows={4} {...form.field('information')} />
      {kept.length > 0 && (
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">Current photos</h3>
          <ShownPhotos
            photos={kept}
            onRemove={(photo) => form.set({ removed: [...removed, digestOf(photo)] })}
          />
        </section>
      )}
      <PhotoPicker
        photos={form.photos}
        onChange={form.draft.setPhotos}
        onReading={setReading}
        others={kept.length}
      />
      <DetailFields form={form} />
    </FormModal>
  );
}
