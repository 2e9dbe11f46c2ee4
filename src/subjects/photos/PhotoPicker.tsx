import { useState } from 'react';
import { MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import type { DraftHandle } from '../../offline/hooks/useDraft.ts';
import { PhotoInput } from '../../ui/photos/PhotoInput.tsx';
import { ShownPhotos } from './ShownPhotos.tsx';
import { scalePhoto } from './scalePhoto.ts';
import { useSharedPhotos } from './useSharedPhotos.ts';

interface PhotoPickerProps {
  photos: readonly StoredPhoto[];
  onChange: (photos: StoredPhoto[]) => void;
  /** Called as photos begin to be read, when the form must wait for them, and when they are. */
  onReading: (reading: boolean) => void;
  /** The draft that takes the photos that were shared to the app. */
  sharedInto?: DraftHandle<unknown> | undefined;
  /** How many photos the record has besides these. */
  others?: number;
  /** The most that it can have. */
  most?: number;
  /** What they belong to, such as `A reply`. */
  of?: string;
}

/** Photos on their way into a record: taken or chosen, scaled down, shown, and taken off again. */
export function PhotoPicker({
  photos,
  onChange,
  onReading,
  sharedInto,
  others = 0,
  most = MAX_PHOTOS,
  of = 'A request',
}: PhotoPickerProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [reading, setReading] = useState(false);

  /** Returns the photos that are there then. Of shared photos, those added before a kill are not added again. */
  async function add(files: File[], { shared = false } = {}): Promise<StoredPhoto[]> {
    setReading(true);
    onReading(true);
    const next = [...photos];
    const wrong: string[] = [];
    for (const [index, file] of files.entries()) {
      if (next.length + others >= most) {
        const leftOut = shared ? countText(files.length - index) : `"${file.name}" was`;
        wrong.push(`${of} can have at most ${most} photos: ${leftOut} left out.`);
        break;
      }
      try {
        const photo = await scalePhoto(file);
        if (!shared || next.every(({ sha256 }) => sha256 !== photo.sha256)) next.push(photo);
      } catch (error) {
        wrong.push(error instanceof Error ? error.message : String(error));
      }
    }
    setProblems(wrong);
    setReading(false);
    onReading(false);
    onChange(next);
    return next;
  }

  useSharedPhotos(sharedInto, (files) => add(files, { shared: true }));

  return (
    <div className="flex flex-col gap-3">
      <PhotoInput
        label="Photos"
        help={
          reading ? 'Reading photos...' : `Up to ${most}. They are kept on this device until they are sent.`
        }
        error={problems.join(' ') || undefined}
        disabled={reading}
        onFiles={(files) => void add(files)}
      />
      <ShownPhotos
        photos={photos.map((stored) => ({ stored }))}
        onRemove={(removed) => {
          // The photos being read join those that were there before.
          if (reading) return;
          onChange(photos.filter((photo) => !('stored' in removed) || photo.id !== removed.stored.id));
        }}
      />
    </div>
  );
}

function countText(leftOut: number): string {
  return leftOut === 1 ? 'one that you shared was' : `${leftOut} that you shared were`;
}
