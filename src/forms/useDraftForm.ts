import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';
import {
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { FieldMessages } from '../../contract/http/failure.ts';
import { useDraft, type DraftHandle } from '../offline/hooks/useDraft.ts';
import type { FormState } from '../ui/forms/FormNotices.tsx';
import { isUnreadable, NOT_A_NUMBER } from '../../contract/values/parseNumber.ts';
import { useBusyMutation } from '../ui/forms/useBusyMutation.ts';

interface DraftFormOptions<Typed extends FieldValues> {
  /** The name of the draft on this device. */
  draft: string;
  /** Whether each submission makes a new record, so that two tabs may write two drafts. */
  several?: boolean | undefined;
  /** The name of the one of several drafts to go on with; the latest by default. */
  chosen?: string | undefined;
  /** Runs before the draft is read. */
  prepareDraft?: (() => Promise<void>) | undefined;
  /** What the form begins with, each field as its input has it. */
  initial: Typed;
  /** The draft as it is stored; undefined stores none. */
  toDraft: (typed: Typed, began: Typed) => unknown;
  /** What was typed, of a stored draft. */
  fromDraft: (stored: unknown) => Partial<Typed> | null | undefined;
  /** What is wrong with what is typed, by field. */
  validate: (typed: Typed, began: Typed) => FieldMessages;
  /** Asked before anything is sent. */
  confirm?: ((typed: Typed) => Promise<boolean>) | undefined;
  send: (typed: Typed, began: Typed) => Promise<void>;
  /** What is said of a failure, at its fields and above them all. */
  explain: (error: unknown) => { fields?: FieldMessages; message: string | undefined; unreached?: boolean };
}

/** The kind of the form's problem where no answer came. */
const UNREACHED = 'unreached';

export interface DraftForm<Typed extends FieldValues> extends Omit<FormState, 'lacksConnection'> {
  form: UseFormReturn<Typed>;
  /** What is typed now. */
  values: Typed;
  /** What goes on a field: its registration, and what is wrong with it. */
  field: (name: Path<Typed>) => UseFormRegisterReturn & { error: string | undefined };
  /** Sets fields by program and keeps them. */
  set: (changes: Partial<Typed>) => void;
  /** Keeps what is typed; called by `field` and `set`. */
  keep: () => void;
  /** Whether anything was typed since the form was opened. */
  typed: boolean;
  draft: DraftHandle<unknown>;
}

/** Amounts, rates and usages have the keyboard with a decimal point; whole numbers have another one, and words of their own. */
function isAmount(control: unknown): boolean {
  return control instanceof HTMLInputElement && control.getAttribute('inputmode') === 'decimal';
}

/** A form of which everything typed is kept on this device, and is there again after a kill. */
export function useDraftForm<Typed extends FieldValues>(options: DraftFormOptions<Typed>): DraftForm<Typed> {
  const { initial } = options;
  const handle = useDraft<unknown>(options.draft, undefined, {
    several: options.several,
    chosen: options.chosen,
    prepare: options.prepareDraft,
  });
  const [began, setBegan] = useState(initial);
  const form = useForm<Typed>({
    shouldFocusError: false,
    resolver: (typed, _context, { fields }) => {
      const problems = Object.entries(options.validate(typed, began));
      if (problems.length === 0) return { values: typed, errors: {} };
      const errors = problems.map(([field, message]) => {
        const isWrongNumber =
          isAmount(fields[field as Path<Typed>]?.ref) && isUnreadable(String(typed[field]));
        return [field, { type: 'invalid', message: isWrongNumber ? NOT_A_NUMBER : message }];
      });
      return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Typed> };
    },
  });
  const { errors, isSubmitted, isDirty, defaultValues = {} } = form.formState;
  const sending = useBusyMutation({
    mutationFn: (typed: Typed) => options.send(typed, began),
  });

  const { draft } = handle;
  const begin = useEffectEvent(() => {
    // What was read must not overtake what is typed after.
    if (!isDirty) form.reset({ ...began, ...options.fromDraft(draft?.value) });
  });
  const nameRead = draft?.name;
  useEffect(() => {
    if (nameRead !== undefined) begin();
  }, [nameRead]);

  function keep(): void {
    const stored = options.toDraft(form.getValues(), began);
    if (stored !== undefined) handle.setValue(stored);
  }

  async function submit(typed: Typed, at: HTMLFormElement): Promise<void> {
    if (options.confirm && !(await options.confirm(typed))) return;
    try {
      await sending.mutateAsync(typed);
    } catch (error) {
      const { fields = {}, message, unreached = false } = options.explain(error);
      for (const [name, message] of Object.entries(fields)) form.setError(name as Path<Typed>, { message });
      if (message) form.setError('root', { message, type: unreached ? UNREACHED : 'refused' });
      focusFirst(at, fields);
    }
  }

  return {
    form,
    values: { ...initial, ...form.watch() },
    draft: handle,
    ready: Object.keys(defaultValues).length > 0,
    restored: draft?.restored ?? false,
    busy: sending.isPending,
    problem: errors.root?.message ?? handle.problem,
    unreached: errors.root?.type === UNREACHED,
    field: (name) => ({
      ...form.register(name, { onChange: keep }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    set: (changes) => {
      for (const [name, value] of Object.entries(changes) as [Path<Typed>, PathValue<Typed, Path<Typed>>][]) {
        form.setValue(name, value, { shouldValidate: isSubmitted });
      }
      keep();
    },
    keep,
    typed: isDirty,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      const at = event.currentTarget;
      void form.handleSubmit(
        (typed) => submit(typed, at),
        (wrong) => focusFirst(at, wrong),
      )(event);
    },
    startOver: async () => {
      setBegan(initial);
      form.reset(initial);
      await handle.startOver();
    },
  };
}

/** From the top of the form: the order in which its fields registered may be another. */
function focusFirst(form: HTMLFormElement, wrong: object): void {
  const { elements } = form as unknown as { elements: Iterable<{ name: string; focus: () => void }> };
  [...elements].find(({ name }) => name in wrong)?.focus();
}
