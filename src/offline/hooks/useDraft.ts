import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoredPhoto } from '../engine/storedRecords.ts';
import { useDevice } from '../engine/device.ts';
import {
  discardDraft,
  DraftChanged,
  draftKey,
  newDraftName,
  openDraft,
  pendingWrites,
  readDraft,
  type DraftVersion,
} from '../engine/drafts.ts';
import { forkDraft, saveDraft, saveDraftPhotos } from '../engine/draftWrites.ts';

interface DraftState<T> {
  /** The name that it was read under. */
  name: string;
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
  /** Goes on as a new draft, so that what was submitted can be submitted once more. */
  renew: () => Promise<void>;
  /** Resolves when everything typed so far is stored on this device, with what it is stored as. */
  saved: () => Promise<DraftVersion>;
  /** The message if the draft could not be saved. */
  problem: string | undefined;
}

interface DraftOptions {
  /**
   * Whether each submission makes a new record, so that each draft has an identity of its own: two tabs may write two
   * of them, and what was submitted is known.
   */
  several?: boolean | undefined;
  /** The name of the one of several drafts to go on with; the latest by default. */
  chosen?: string | undefined;
  /** Runs before the draft is read. */
  prepare?: (() => Promise<void>) | undefined;
}

/** A draft, saved on this device at each keystroke and restored when the form opens again. */
export function useDraft<T>(
  name: string,
  empty: T,
  { several = false, chosen, prepare }: DraftOptions = {},
): DraftHandle<T> {
  const { userId } = useDevice();
  const [draft, setDraft] = useState<DraftState<T>>();
  const [problem, setProblem] = useState<string>();
  const key = draftKey(userId, name);
  const initial = useRef(empty);
  const version = useRef<DraftVersion>({ name });
  const latest = useRef<{ value: T; photos: StoredPhoto[] }>({ value: empty, photos: [] });
  const edits = useRef(0);
  const changes = useRef(0);
  const prepared = useEffectEvent(() => prepare?.() ?? Promise.resolve());

  useEffect(() => {
    let unmounted = false;
    version.current = { name: several ? newDraftName(name) : name };
    const changesBefore = changes.current;
    const lastWrite = pendingWrites.get(key) ?? Promise.resolve();
    Promise.all([lastWrite, prepared()])
      .then(async () =>
        several
          ? openDraft(userId, name, chosen)
          : { version: { name }, content: await readDraft(userId, name) },
      )
      .then(
        (opened) => {
          if (unmounted) return;
          const value = (opened.content?.value as T | undefined) ?? initial.current;
          const photos = opened.content?.photos ?? [];
          // What was typed while it was read is written already.
          if (changes.current === changesBefore) {
            version.current = opened.version;
            latest.current = { value, photos };
          }
          setDraft({ name, ...latest.current, restored: opened.content !== undefined });
        },
        (error: unknown) => {
          setProblem(messageOf(error));
          setDraft({ name, value: initial.current, photos: [], restored: false });
        },
      );
    return () => {
      unmounted = true;
    };
  }, [userId, name, key, several, chosen]);

  const fork = useCallback(
    async (to: DraftVersion) => {
      const { photos, ...forked } = await forkDraft(userId, name, latest.current);
      Object.assign(to, forked);
      latest.current.photos = photos;
      setDraft((state) => state && { ...state, photos });
    },
    [userId, name],
  );
  // One write after the other, so that the last keystroke wins.
  const write = useCallback(
    (work: (to: DraftVersion) => Promise<unknown>) => {
      const to = version.current;
      const lastWrite = (pendingWrites.get(key) ?? Promise.resolve())
        .then(() => work(to))
        .then(
          (savedAt) => {
            if (several && savedAt instanceof Date) to.savedAt = savedAt;
          },
          (error: unknown) => {
            if (error instanceof DraftChanged) return fork(to);
            throw error;
          },
        )
        .then(
          () => setProblem(undefined),
          (error: unknown) => setProblem(messageOf(error)),
        );
      pendingWrites.set(key, lastWrite);
      return lastWrite;
    },
    [key, several, fork],
  );

  const setValue = useCallback(
    (value: T) => {
      setDraft((state) => state && { ...state, value });
      latest.current.value = value;
      const edit = (edits.current += 1);
      changes.current += 1;
      // On a slow device several keys are pressed during one write; only the last of them needs the next one.
      void write((to) =>
        edits.current === edit ? saveDraft(userId, to.name, value, to.savedAt) : Promise.resolve(),
      );
    },
    [userId, write],
  );
  const setPhotos = useCallback(
    (photos: StoredPhoto[]) => {
      setDraft((state) => state && { ...state, photos });
      latest.current.photos = photos;
      changes.current += 1;
      void write((to) => saveDraftPhotos(userId, to.name, photos, to.savedAt));
    },
    [userId, write],
  );
  const startOver = useCallback(async () => {
    setDraft({ name, value: initial.current, photos: [], restored: false });
    latest.current = { value: initial.current, photos: [] };
    const done = write((to) => discardDraft(userId, to));
    version.current = { name: several ? newDraftName(name) : name };
    await done;
  }, [userId, name, several, write]);
  const renew = useCallback(
    () =>
      write(async (to) => {
        const submitted = { ...to };
        await fork(to);
        await discardDraft(userId, submitted);
      }),
    [userId, write, fork],
  );
  const saved = useCallback(
    () => (pendingWrites.get(key) ?? Promise.resolve()).then(() => version.current),
    [key],
  );

  return { draft, setValue, setPhotos, startOver, renew, saved, problem };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
