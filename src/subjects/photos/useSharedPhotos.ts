import { useEffect, useEffectEvent } from 'react';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { readDraft } from '../../offline/engine/drafts.ts';
import { takeSharedPhotos } from '../../offline/engine/storage/sharedPhotos.ts';
import type { DraftHandle } from '../../offline/hooks/useDraft.ts';

/** Adds the photos that were shared to the app to this draft. They are kept apart until the draft is stored. */
export function useSharedPhotos(
  draft: DraftHandle<unknown> | undefined,
  add: (files: File[]) => Promise<StoredPhoto[]>,
): void {
  const { userId } = useDevice();
  const take = useEffectEvent(async () => {
    await takeSharedPhotos(userId, async (files) => {
      const photos = await add(files);
      const version = await draft?.saved();
      const stored = version && (await readDraft(userId, version.name));
      return photos.every(({ id }) => stored?.photos.some((photo) => photo.id === id));
    });
  });
  const wanted = draft !== undefined;
  useEffect(() => {
    if (wanted) void take();
  }, [wanted]);
}
