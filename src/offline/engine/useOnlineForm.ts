import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import {
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { fieldsOf, type Fields } from '../../../contract/failure.ts';
import type { LooseInput, Route } from '../../../contract/route.ts';
import { routes, type RouteName, type Routes } from '../../../contract/routes.ts';
import type { Answer, Input } from '../../../contract/route.ts';
import { callLoosely, ApiError, Unreachable } from '../../call.ts';
import { changesOf } from '../subjects/changesOf.ts';
import { useDevice } from './device.ts';
import { useDraft } from './useDraft.ts';
import { useOnline } from './useOnline.ts';

/** The key under which exactly this was sent before: sent again, the server makes it once. */
interface Tried {
  key: string;
  input: string;
}

interface Draft<Typed> {
  typed: Partial<Typed>;
  tried?: Tried;
}

/** Of one of several routes, such as to create or to change, it is the input of one of them. */
type InputOf<N extends RouteName> = N extends RouteName ? Input<Routes[N]> : never;

interface OnlineFormOptions<Typed extends FieldValues, N extends RouteName> {
  /** What the draft is kept under on this device. */
  draft: string;
  /** What the form begins with, each field as its input holds it. */
  written: Typed;
  /** The fields that are never kept on this device, such as a password. */
  secret?: readonly (keyof Typed)[];
  route: N;
  /**
   * What is sent, given what is typed and what the form began with; a body's fields are named as the form's, so that
   * what is wrong is said at its field.
   */
  inputOf: (typed: Typed, began: Typed) => InputOf<N>;
  /** How the form names the fields that the body names otherwise. */
  named?: Readonly<Record<string, keyof Typed & string>>;
  /** Rules of the form alone, such as two passwords that must match. */
  check?: (typed: Typed) => Fields;
  /** Asked before anything is sent. */
  confirm?: () => Promise<boolean>;
  /** What is said of a failure that belongs to no field: with the server's words, or without any. */
  failed: (message?: string) => string;
  /** Says it also where a field is to blame, whose own words it does not repeat. */
  alwaysSay?: boolean;
  onDone: (answer: Answer<Routes[N]>, typed: Typed) => void | Promise<void>;
  onFailed?: (words: string) => void;
}

export interface OnlineForm<Typed extends FieldValues> {
  form: UseFormReturn<Typed>;
  /** Whether what was typed before has been read: a form is drawn only then. */
  ready: boolean;
  /** Whether it holds what was typed before it was opened. */
  restored: boolean;
  busy: boolean;
  online: boolean;
  /** What went wrong and belongs to no field. */
  problem: string | undefined;
  /** What goes on a field: its registration, and what is wrong with it. */
  field: (name: Path<Typed>) => UseFormRegisterReturn & { error: string | undefined };
  /** Called after a value was set by program. */
  keep: () => void;
  submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  startOver: () => Promise<void>;
}

/**
 * A form whose change needs a connection. What is typed is kept on this device until the server has it, and a
 * change whose answer was lost is sent again under the same key.
 */
export function useOnlineForm<Typed extends FieldValues, N extends RouteName>(
  options: OnlineFormOptions<Typed, N>,
): OnlineForm<Typed> {
  const { written, secret = [] } = options;
  const { withToken } = useDevice();
  const online = useOnline();
  const handle = useDraft<Draft<Typed>>(options.draft, { typed: {} });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [began, setBegan] = useState(written);
  const tried = useRef<Tried>(undefined);
  const route: Route = routes[options.route];
  const inputOf = (typed: Typed) => options.inputOf(typed, began);
  const form = useForm<Typed>({
    resolver: resolverOf(route, inputOf, options),
    shouldFocusError: false,
  });

  const { draft } = handle;
  const begin = useEffectEvent(() => form.reset({ ...began, ...draft?.value.typed }));
  const isRead = draft !== undefined;
  // Once only: what was read must not overtake what is typed after.
  useEffect(() => {
    if (isRead) begin();
  }, [isRead]);

  function keep(): void {
    // Only what was typed: of the rest, the form begins next time with what is there then.
    const changes = Object.entries(changesOf(began, form.getValues()));
    const typed = Object.fromEntries(changes.filter(([name]) => !secret.includes(name))) as Partial<Typed>;
    handle.setValue({ typed, ...(tried.current ? { tried: tried.current } : {}) });
  }

  async function send(typed: Typed, at: HTMLFormElement): Promise<void> {
    setProblem(undefined);
    if (options.confirm && !(await options.confirm())) return;
    setBusy(true);
    try {
      const input: LooseInput = inputOf(typed);
      const text = JSON.stringify(input);
      const before = tried.current ?? draft?.value.tried;
      const { key } = (tried.current =
        before?.input === text ? before : { key: crypto.randomUUID(), input: text });
      // A secret is in what was tried, so such an attempt is remembered by the open form alone.
      if (secret.length === 0) keep();
      await handle.saved();
      const answer = await withToken((token) => callLoosely(route, input, { token, idempotencyKey: key }));
      await handle.startOver();
      await options.onDone(answer as Answer<Routes[N]>, typed);
    } catch (error) {
      refuse(error, at);
    } finally {
      setBusy(false);
    }
  }

  function refuse(error: unknown, at: HTMLFormElement): void {
    if (error instanceof ApiError) {
      const fields = Object.entries(inForm(error.failure.fields ?? {}, options.named));
      const here = fields.filter(([name]) => name in written);
      for (const [name, message] of here) form.setError(name as Path<Typed>, { message });
      focusFirst(at, Object.fromEntries(here));
      const words = options.failed(error.message || undefined);
      // What is said at its field need not be said twice.
      if (here.length === 0 || options.alwaysSay) setProblem(words);
      return options.onFailed?.(words);
    }
    if (!(error instanceof Unreachable)) console.error(error);
    const words =
      error instanceof Unreachable
        ? `${options.failed().replace(/\.?$/, '.')} ${error.message} What you typed is kept on this device.`
        : options.failed();
    setProblem(words);
    options.onFailed?.(words);
  }

  return {
    form,
    ready: Object.keys(form.formState.defaultValues ?? {}).length > 0,
    restored: draft?.restored ?? false,
    busy,
    online,
    problem: problem ?? handle.problem,
    field: (name) => ({
      ...form.register(name, { onChange: keep }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    keep,
    submit: (event) => {
      event.preventDefault();
      const at = event.currentTarget;
      void form.handleSubmit(
        (typed) => send(typed, at),
        (errors) => focusFirst(at, errors),
      )(event);
    },
    startOver: async () => {
      tried.current = undefined;
      setBegan(written);
      form.reset(written);
      setProblem(undefined);
      await handle.startOver();
    },
  };
}

/** The contract's own rules and words, said at the fields. */
function resolverOf<Typed extends FieldValues, N extends RouteName>(
  route: Route,
  inputOf: (typed: Typed) => InputOf<N>,
  { check, named }: Pick<OnlineFormOptions<Typed, N>, 'check' | 'named'>,
): Resolver<Typed> {
  return (typed, _context, { fields }) => {
    const { body }: LooseInput = inputOf(typed);
    const parsed = route.body?.safeParse(body);
    const problems: Fields = {
      ...(parsed?.success === false ? inForm(fieldsOf(parsed.error), named) : {}),
      ...check?.(typed),
      ...unreadable(fields),
    };
    const errors = Object.fromEntries(
      Object.entries(problems).map(([field, message]) => [field, { type: 'invalid', message }]),
    ) as FieldErrors<Typed>;
    return Object.keys(problems).length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
  };
}

/** From the top of the form: the order in which its fields registered may be another. */
function focusFirst(form: HTMLFormElement, wrong: object): void {
  const { elements } = form as unknown as { elements: Iterable<{ name: string; focus: () => void }> };
  [...elements].find(({ name }) => name in wrong)?.focus();
}

function inForm(fields: Fields, named: Readonly<Record<string, string>> = {}): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [named[name] ?? name, message]));
}

/** A number field gives what it cannot read, such as "12e", as nothing: that must not be taken for left blank. */
function unreadable(fields: ResolverOptions<FieldValues>['fields']): Fields {
  const unread = Object.values(fields).filter(
    ({ ref }) => (ref as { validity?: { badInput: boolean } }).validity?.badInput,
  );
  return Object.fromEntries(unread.map(({ name }) => [name, 'Please enter a number.']));
}
