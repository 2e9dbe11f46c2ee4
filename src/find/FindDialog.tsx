import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { momentText } from '../ui/data/Time.tsx';
import { Button } from '../ui/forms/Button.tsx';
import { useModalDialog } from '../ui/layout/modalDialog.ts';
import type { Hit } from './find.ts';
import { FoundList, KINDS, optionId, type ShownGroup } from './FoundList.tsx';
import type { useFindAge } from './useFindAge.ts';

interface FindDialogProps {
  typed: string;
  onType: (typed: string) => void;
  /** What is shown; undefined while what is typed was not looked for yet. */
  groups: ShownGroup[] | undefined;
  /** What was found before that, shown until then. */
  before: ShownGroup[];
  whole: boolean;
  age: ReturnType<typeof useFindAge>;
  placeholder: string;
  /** Shown where nothing is typed and nothing was found before. */
  examples: readonly string[];
  onOpen: (hit: Hit) => void;
  onClose: () => void;
}

/** The field with what it finds: the arrows choose, Enter opens, Escape closes. */
export function FindDialog(props: FindDialogProps) {
  const { typed, onType, groups, before, whole, age, placeholder, examples, onOpen, onClose } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const dialog = useModalDialog(onClose, field);
  const [chosen, setChosen] = useState<string>();
  // Pressed before what is typed was looked for everywhere: then the first is opened.
  const [entered, setEntered] = useState(false);

  const shown = groups ?? before;
  const hits = shown.flatMap((group) => [...group.hits, ...(group.more ? [group.more] : [])]);
  const active = hits.find(({ key }) => key === chosen) ?? hits[0];
  const openEntered = useEffectEvent(() => {
    if (active) onOpen(active);
  });
  const answered = entered && whole && active !== undefined;
  useEffect(() => {
    if (answered) openEntered();
  }, [answered]);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Enter') {
      event.preventDefault();
      if (whole && active) onOpen(active);
      else if (!whole) setEntered(true);
    }
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || hits.length === 0) return;
    event.preventDefault();
    const at = hits.findIndex((hit) => hit.key === active?.key);
    setChosen(hits[(at + step + hits.length) % hits.length]?.key);
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Find"
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-hidden bg-surface text-ink shadow-float backdrop:bg-scrim open:flex motion-safe:animate-fade sm:inset-x-0 sm:top-[10dvh] sm:bottom-auto sm:mx-auto sm:h-fit sm:max-h-[76dvh] sm:max-w-2xl sm:rounded-card"
    >
      <div className="relative flex shrink-0 items-center gap-2 border-b border-line p-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
        <Search aria-hidden className="ml-2 size-5 shrink-0 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Find"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setChosen(undefined);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted -outline-offset-2 enabled-hover:bg-sunken enabled-hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 py-1 sm:min-h-24">
        <FoundList
          id={listId}
          groups={shown}
          active={active}
          onOpen={onOpen}
          onPoint={({ key }) => setChosen(key)}
        />
        {typed.trim() === '' && hits.length === 0 && (
          <Examples
            examples={examples}
            onTry={(example) => {
              onType(example);
              field.current?.focus();
            }}
          />
        )}
        <p role="status" className="px-3 py-2 text-muted empty:hidden">
          {groups &&
            whole &&
            hits.length === 0 &&
            typed.trim() !== '' &&
            `Nothing found for “${typed.trim()}”.`}
        </p>
      </div>
      <Foot age={age} />
    </dialog>
  );
}

/** What can be typed, which a press types. */
function Examples({ examples, onTry }: { examples: readonly string[]; onTry: (example: string) => void }) {
  return (
    <div role="group" aria-label="Examples" className="flex flex-wrap items-center gap-2 p-3">
      <p className="w-full text-muted">Type a name, a home, an amount or what you want to do, such as</p>
      {examples.map((example) => (
        <Button key={example} variant="secondary" onClick={() => onTry(example)}>
          {example}
        </Button>
      ))}
    </div>
  );
}

/** How old it is, and what this device does not have. */
function Foot({ age }: { age: ReturnType<typeof useFindAge> }) {
  const missing = age?.missing.map((group) => KINDS[group].label.toLowerCase()) ?? [];
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-t border-line px-5 pt-2 pb-safe text-sm text-muted">
      <p className="tabular-nums">
        {age?.asOf && `On this device as of ${momentText(age.asOf)}. `}
        {missing.length > 0 && `Not on this device yet: ${missing.join(', ')}.`}
      </p>
      <p aria-hidden className="max-sm:hidden">
        ↑ ↓ to choose · Enter to open · Esc to close
      </p>
    </div>
  );
}
