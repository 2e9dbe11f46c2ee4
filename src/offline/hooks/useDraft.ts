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

interface DraftState<T> {
  value: T;
  photos: StoredPhoto[];
  /** Whether it was saved before the form was opened. */
  restored: boolean;
}

export interface DraftHandle<T> {
  /** Undefined until read. */
  draft: DraftState<T> | undefined;
  setValue: (value: T) => void;
  setPhotos: (photos: StoredPhoto[]) => void;
  /** Empties the form and discards the draft. */
  startOver: () => Promise<void>;
  /** Resolves when everything typed so far is stored on this device. */
  saved: () => Promise<void>;
  /** The message if the draft could not be saved. */
  problem: string | undefined;
}

/** A draft, saved on this device at each keystroke and restored when the form opens again. */
export function useDraft<T>(name: string, empty: T): DraftHandle<T> {
  const { userId } = useDevice();
  const [draft, setDraft] = useState<DraftState<T>>();
  const [problem, setProblem] = useState<string>();
  const key = draftKey(userId, name);
  const initial = useRef(empty);

  useEffect(() => {
    let unmounted = false;
    const lastWrite = pendingWrites.get(key) ?? Promise.resolve();
    lastWrite
      .then(() => readDraft(userId, name))
      .then(
        (stored) => {
          if (unmounted) return;
          const value = (stored?.value as T | undefined) ?? initial.current;
          setDraft({ value, photos: stored?.photos ?? [], restored: stored !== undefined });
        },
        (error: unknown) => {
          setProblem(messageOf(error));
          setDraft({ value: initial.current, photos: [], restored: false });
        },
      );
    return () => {
      unmounted = true;
    };
  }, [userId, name, key]);

  // One write after the other, so that the last keystroke wins.
  const write = useCallback(
    (work: () => Promise<void>) => {
      const lastWrite = (pendingWrites.get(key) ?? Promise.resolve()).then(work).then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(messageOf(error)),
      );
      pendingWrites.set(key, lastWrite);
      return lastWrite;
    },
    [key],
  );

  const latest = useRef<T>(empty);
  const setValue = useCallback(
    (value: T) => {
      setDraft((state) => state && { ...state, value });
      latest.current = value;
      // On a slow device several keys are pressed during one write; only the last of them needs the next one.
      void write(async () => {
        if (latest.current === value) await saveDraft(userId, name, value);
      });
    },
    [userId, name, write],
  );
  const setPhotos = useCallback(
    (photos: StoredPhoto[]) => {
      setDraft((state) => state && { ...state, photos });
      void write(() => saveDraftPhotos(userId, name, photos));
    },
    [userId, name, write],
  );
  const startOver = useCallback(async () => {
    setDraft({ value: initial.current, photos: [], restored: false });
    await write(() => discardDraft(userId, name));
  }, [userId, name, write]);
  const saved = useCallback(() => pendingWrites.get(key) ?? Promise.resolve(), [key]);

  return { draft, setValue, setPhotos, startOver, saved, problem };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
