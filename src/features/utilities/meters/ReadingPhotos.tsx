import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { FieldHelp } from '../../../ui/forms/FieldFrame.tsx';
import type { useReadingPhotos } from './useReadingPhotos.ts';

interface ReadingPhotosProps {
  /** What the button that takes them is described by. */
  id: string;
  taken: ReturnType<typeof useReadingPhotos>;
}

/** The photos that were taken at one meter, small below its value, and why one could not be. */
export function ReadingPhotos({ id, taken: { photos, problem, reading, takeOff } }: ReadingPhotosProps) {
  return (
    <>
      <FieldHelp id={id} help={reading ? 'Reading photos...' : undefined} error={problem} />
      <ShownPhotos
        size="small"
        photos={photos.map((stored) => ({ stored }))}
        onRemove={(photo) => {
          if ('stored' in photo) takeOff(photo.stored);
        }}
      />
    </>
  );
}
