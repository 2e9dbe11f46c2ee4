import { useRef, useState } from 'react';
import { ImportPreview } from '../../../contract/imports/importPreview.ts';
import type { DateOrder, Imported, MendedCell, SheetCorrection } from '../../../contract/imports/imports.ts';
import { PRORATIONS, type Proration } from '../../../contract/leases/leaseSchedule.ts';
import type { Input, UploadFile } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { ApiError, SEND_PATIENCE, Unreachable } from '../../api/call.ts';
import { useOnlineStep } from '../../forms/useOnlineStep.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import type { RowPlace } from './errorPlaces.ts';
import { correctionsFor, headingsKey } from './rememberedSheets.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

/** The files and what a manager says about them. */
export interface Chosen {
  files: UploadFile[];
  /** By the sheets of the preview; undefined where the headings decide. */
  sheets: (SheetCorrection | null)[] | undefined;
  date_order: DateOrder | undefined;
  /** Undefined for the next month. */
  from_month: string | undefined;
  due_day: number;
  proration: Proration;
  /** Undefined for today. */
  balances_on: string | undefined;
  /** By the ids of questions; those of a sheet are by its headings, so that a corrected file has the same answers. */
  answers: Record<string, string>;
  left_out: RowPlace[];
  cells: MendedCell[];
}

const NOTHING: Chosen = {
  files: [],
  sheets: undefined,
  date_order: undefined,
  from_month: undefined,
  due_day: 1,
  proration: PRORATIONS[0],
  balances_on: undefined,
  answers: {},
  left_out: [],
  cells: [],
};

/** An import while it is prepared: each change of the files or of what is said about them asks the server for a preview. */
export function useImport() {
  const send = useOnlineStep();
  const refreshAfterChange = useRefreshAfterChange();
  const [chosen, setChosen] = useState(NOTHING);
  const [preview, setPreview] = useState<ImportPreview>();
  const reading = useBusy();
  const importing = useBusy();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<Imported>();
  const asked = useRef(0);
  /** What was said of sheets, by their headings: a corrected file, or another of the same program, is read in the same way. */
  const remembered = useRef(new Map<string, SheetCorrection>());
  /** Exactly this import, sent again after a lost answer, is made once. */
  const key = useRef<string>(undefined);

  async function read(next: Chosen): Promise<void> {
    const number = (asked.current += 1);
    setProblem(undefined);
    if (next.files.length === 0) {
      setPreview(undefined);
      return;
    }
    try {
      const answer = await reading.run(() =>
        send('previewImport', inputOf(next), { files: next.files, patience: SEND_PATIENCE }),
      );
      if (number !== asked.current) return;
      const sheets = next.sheets ? undefined : correctionsFor(answer.sheets, remembered.current);
      if (sheets) {
        const corrected = { ...next, sheets };
        setChosen(corrected);
        return await read(corrected);
      }
      setPreview(answer);
    } catch (error) {
      if (number !== asked.current) return;
      // What was matched stays, so that a correction can be taken back.
      if (next.files !== chosen.files) setPreview(undefined);
      setProblem(wordsFor(error, 'The files could not be read.'));
    }
  }

  function change(changed: Partial<Chosen>): void {
    // Rows and cells are those of the files that were chosen.
    const next = { ...chosen, ...(changed.files ? { left_out: [], cells: [] } : {}), ...changed };
    for (const [place, correction] of (changed.sheets ?? []).entries()) {
      const sheet = preview?.sheets[place];
      if (sheet && correction) remembered.current.set(headingsKey(sheet), correction);
    }
    key.current = undefined;
    setDone(undefined);
    setChosen(next);
    void read(next);
  }

  async function importAll(): Promise<void> {
    setProblem(undefined);
    const idempotencyKey = (key.current ??= crypto.randomUUID());
    try {
      const answer = await send('importRecords', inputOf(chosen), {
        files: chosen.files,
        idempotencyKey,
        patience: SEND_PATIENCE,
      });
      await refreshAfterChange();
      key.current = undefined;
      setChosen(NOTHING);
      setPreview(undefined);
      setDone(answer);
    } catch (error) {
      // Something was changed since the preview.
      const shown = error instanceof ApiError ? ImportPreview.safeParse(error.failure.detail) : undefined;
      if (shown?.success) setPreview(shown.data);
      setProblem(wordsFor(error, 'Nothing was imported.'));
    }
  }

  return {
    chosen,
    preview,
    busy: importing.busy ? 'importing' : reading.busy && chosen.files.length > 0 ? 'reading' : undefined,
    problem,
    done,
    change,
    send: () => importing.run(importAll),
    again: () => void read(chosen),
  } as const;
}

function inputOf({ files: _, ...body }: Chosen): Input<Routes['previewImport']> {
  return { body };
}

function wordsFor(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Unreachable) return `${otherwise} ${error.message} The files stay chosen here.`;
  console.error(error);
  return otherwise;
}
