import { createContext, useCallback, useContext, useId, useRef, useState, type ReactNode } from 'react';

import { Button } from '../forms/Button.tsx';
import { useModalDialog } from '../layout/modalDialog.ts';

export interface Question {
  text: string;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Whether the action cannot be undone. */
  danger?: boolean | undefined;
}

type Ask = (question: Question) => Promise<boolean>;

interface Asked {
  id: number;
  question: Question;
  answer: (yes: boolean) => void;
}

const ConfirmContext = createContext<Ask | null>(null);
let lastId = 0;

/** Shows the dialogs of `useConfirm` one at a time, in order. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Asked[]>([]);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise<boolean>((answer) => {
        lastId += 1;
        const asked = { id: lastId, question, answer };
        setQueue((waiting) => [...waiting, asked]);
      }),
    [],
  );
  const current = queue[0];
  return (
    <ConfirmContext value={ask}>
      {children}
      {current && (
        <QuestionDialog
          key={current.id}
          question={current.question}
          onAnswer={(yes) => {
            setQueue((waiting) => waiting.filter(({ id }) => id !== current.id));
            current.answer(yes);
          }}
        />
      )}
    </ConfirmContext>
  );
}

/** Asks in a dialog; resolves to true if confirmed, to false if closed in any other way. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it.');
  return ask;
}

function QuestionDialog({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const { text, confirmLabel, cancelLabel = 'Cancel', danger = false } = question;
  const textId = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const dialog = useModalDialog(() => onAnswer(false), safe);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      className="fixed inset-x-4 top-auto bottom-[max(1rem,env(safe-area-inset-bottom))] m-0 w-auto max-w-none rounded-card bg-surface text-ink shadow-float backdrop:bg-scrim motion-safe:animate-rise sm:inset-0 sm:m-auto sm:h-fit sm:w-full sm:max-w-md"
    >
      <div className="flex flex-col gap-5 p-5">
        <p id={textId} className="text-lg leading-snug font-semibold wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:flex-1">
          <Button ref={safe} variant="secondary" onClick={() => onAnswer(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
