import { useState } from 'react';
import { MAX_PHOTOS } from '../../../contract/maintenance.ts';
import type { StoredPhoto } from '../../offline/engine/database.ts';
import { PhotoInput } from '../../ui/photos/PhotoInput.tsx';
import { RequestPhotos } from './RequestPhotos.tsx';
import { scalePhoto } from './scalePhoto.ts';

interface PhotoPickerProps {
  photos: readonly StoredPhoto[];
  onChange: (photos: StoredPhoto[]) => void;
  /** Called as photos begin to be read, when the form must wait for them, and when they are. */
  onReading: (reading: boolean) => void;
  /** How many photos the request has besides these. */
  others?: number;
}

/** Photos on their way into a request: taken or chosen, scaled down, shown, and taken off again. */
export function PhotoPicker({ photos, onChange, onReading, others = 0 }: PhotoPickerProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [reading, setReading] = useState(false);

  async function add(files: File[]): Promise<void> {
    setReading(true);
    onReading(true);
    const next = [...photos];
    const wrong: string[] = [];
    for (const file of files) {
      if (next.length + others >= MAX_PHOTOS) {
        wrong.push(`A request can have at most ${MAX_PHOTOS} photos: "${file.name}" was left out.`);
        break;
      }
      try {
        next.push(await scalePhoto(file));
      } catch (error) {
        wrong.push(error instanceof Error ? error.message : String(error));
      }
    }
    setProblems(wrong);
    setReading(false);
    onReading(false);
    onChange(next);
  }

  return (
    <div className="flex flex-col gap-3">
      <PhotoInput
        label="Photos"
        help={
          reading
            ? 'Reading photos...'
            : `Up to ${MAX_PHOTOS}. They are kept on this device until they are sent.`
        }
        error={problems.join(' ') || undefined}
        disabled={reading}
        onFiles={(files) => void add(files)}
      />
      <RequestPhotos
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
