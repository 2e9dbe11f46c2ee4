import { useEffect, useState } from 'react';
import { MOST_READING_PHOTOS } from '../../../../contract/utilities/readingPhotos.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import type { StoredPhoto } from '../../../offline/engine/storedRecords.ts';
import { dropReadingPhoto, readReadingPhotos } from '../../../offline/subjects/photos/readingPhotos.ts';
import { scalePhoto } from '../../../subjects/photos/scalePhoto.ts';

interface TakenPhotos {
  unitId: number;
  digests: readonly string[];
  /** Stores a photo with the reading. @throws {OutOfSpace} */
  onTaken: (photo: StoredPhoto) => Promise<void>;
  onTakenOff: (sha256: string) => void;
}

/** The photos of one meter's reading, on this device until its bill is posted. */
export function useReadingPhotos({ unitId, digests, onTaken, onTakenOff }: TakenPhotos) {
  const { userId } = useDevice();
  const [stored, setStored] = useState<readonly StoredPhoto[]>([]);
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(false);
  const shown = stored.filter(({ sha256 }) => digests.includes(sha256));
  const isMissing = digests.some((digest) => stored.every(({ sha256 }) => sha256 !== digest));

  useEffect(() => {
    if (!isMissing) return;
    readReadingPhotos(userId, [unitId]).then(setStored, (error: unknown) => setProblem(messageOf(error)));
  }, [isMissing, userId, unitId]);

  async function take(files: File[]): Promise<void> {
    setReading(true);
    setProblem(undefined);
    const kept = new Set(digests);
    try {
      for (const file of files) {
        if (kept.size >= MOST_READING_PHOTOS) {
          throw new Error(
            `A reading can have at most ${MOST_READING_PHOTOS} photos: "${file.name}" was left out.`,
          );
        }
        const photo = await scalePhoto(file);
        if (kept.has(photo.sha256)) continue;
        await onTaken(photo);
        kept.add(photo.sha256);
        setStored((before) => [...before, photo]);
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
    setReading(false);
  }

  function takeOff({ id, sha256 }: StoredPhoto): void {
    onTakenOff(sha256);
    dropReadingPhoto(id).catch((error: unknown) => setProblem(messageOf(error)));
  }

  return { photos: shown, problem, reading, take: (files: File[]) => void take(files), takeOff };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
