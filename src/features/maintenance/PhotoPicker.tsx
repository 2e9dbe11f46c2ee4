import { useState } from 'react';
import { MAX_PHOTOS } from '../../../contract/maintenance.ts';
import type { StoredPhoto } from '../../offline/engine/database.ts';
import { FilePhotos } from '../../ui/photos/FilePhotos.tsx';
import { RequestPhotos } from './RequestPhotos.tsx';
import { scalePhoto } from './scalePhoto.ts';

interface PhotoPickerProps {
  photos: readonly StoredPhoto[];
  onChange: (photos: StoredPhoto[]) => void;
  /** Called while photos are read, when the form must wait for them, and with nothing after. */
  onBusy: (busy?: string) => void;
  /** How many photos the request has besides these. */
  others?: number;
}

/** Photos on their way into a request: taken or chosen, scaled down, shown, and taken off again. */
export function PhotoPicker({ photos, onChange, onBusy, others = 0 }: PhotoPickerProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [reading, setReading] = useState(false);

  async function add(files: File[]): Promise<void> {
    setReading(true);
    onBusy('Reading photos...');
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
    onBusy();
    onChange(next);
  }

  return (
    <div className="flex flex-col gap-3">
      <FilePhotos
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
