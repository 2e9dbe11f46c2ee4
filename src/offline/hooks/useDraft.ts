import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredPhoto } from '../engine/database.ts';
import { useDevice } from '../engine/device.ts';
import {
  discardDraft,
  draftKey,
  readDraft,
  saveDraft,
  saveDraftPhotos,
  pendingWrites,
} from '../engine/drafts.ts';

interface Held<T> {
  value: T;
  photos: StoredPhoto[];
  /** Whether it was written before this form opened. */
  restored: boolean;
}

export interface DraftHandle<T> {
  /** Undefined until read. */
  draft: Held<T> | undefined;
  setValue: (value: T) => void;
  setPhotos: (photos: StoredPhoto[]) => void;
  /** Empties the form and forgets what was written. */
  startOver: () => Promise<void>;
  /** Resolves when everything typed so far is on this device. */
  saved: () => Promise<void>;
  /** Why what is typed cannot be kept, in words. */
  problem: string | undefined;
}

/** What a person types under a name: kept on this device as it is typed, and there again after a kill. */
export function useDraft<T>(name: string, empty: T): DraftHandle<T> {
  const { userId } = useDevice();
  const [draft, setDraft] = useState<Held<T>>();
  const [problem, setProblem] = useState<string>();
  const place = draftKey(userId, name);
  const start = useRef(empty);

  useEffect(() => {
    let left = false;
    const written = pendingWrites.get(place) ?? Promise.resolve();
    written
      .then(() => readDraft(userId, name))
      .then(
        (found) => {
          if (left) return;
          const value = (found?.value as T | undefined) ?? start.current;
          setDraft({ value, photos: found?.photos ?? [], restored: found !== undefined });
        },
        (error: unknown) => {
          setProblem(wordsOf(error));
          setDraft({ value: start.current, photos: [], restored: false });
        },
      );
    return () => {
      left = true;
    };
  }, [userId, name, place]);

  // One write after the other, so that the last keystroke is what stays.
  const write = useCallback(
    (work: () => Promise<void>) => {
      const written = (pendingWrites.get(place) ?? Promise.resolve()).then(work).then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(wordsOf(error)),
      );
      pendingWrites.set(place, written);
      return written;
    },
    [place],
  );

  const setValue = useCallback(
    (value: T) => {
      setDraft((held) => held && { ...held, value });
      void write(() => saveDraft(userId, name, value));
    },
    [userId, name, write],
  );
  const setPhotos = useCallback(
    (photos: StoredPhoto[]) => {
      setDraft((held) => held && { ...held, photos });
      void write(() => saveDraftPhotos(userId, name, photos));
    },
    [userId, name, write],
  );
  const startOver = useCallback(async () => {
    setDraft({ value: start.current, photos: [], restored: false });
    await write(() => discardDraft(userId, name));
  }, [userId, name, write]);
  const saved = useCallback(() => pendingWrites.get(place) ?? Promise.resolve(), [place]);

  return { draft, setValue, setPhotos, startOver, saved, problem };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
