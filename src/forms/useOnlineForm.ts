import { useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { fieldMessages, type FieldMessages } from '../../contract/http/failure.ts';
import type { Answer, Input, UntypedInput, Route } from '../../contract/http/route.ts';
import { routes, type RouteName, type Routes } from '../../contract/routes.ts';
import { ApiError, isUnreached, Unreachable } from '../api/call.ts';
import { storageRefused } from '../offline/engine/storage/storageRefusal.ts';
import { useOnline } from '../offline/hooks/useOnline.ts';
import { PartMissing } from '../browser/loadPart.ts';
import type { FormState } from '../ui/forms/FormNotices.tsx';
import { changesOf } from './changesOf.ts';
import { fieldsOfForm } from './fieldsOfForm.ts';
import { useDraftForm, type DraftForm } from './useDraftForm.ts';
import { useOnlineStep } from './useOnlineStep.ts';

/** The key under which exactly this was sent before: sent again, the server makes it once. */
interface Tried {
  key: string;
  input: string;
}

interface Draft<Typed> {
  /** Only what was typed: of the rest, the form begins next time with what is there then. */
  typed: Partial<Typed>;
  tried?: Tried;
  /** The address where the form opens again. */
  at?: string;
}

/** Of one of several routes, such as to create or to change, it is the input of one of them. */
type InputOf<N extends RouteName> = N extends RouteName ? Input<Routes[N]> : never;

interface OnlineFormOptions<Typed extends FieldValues, N extends RouteName> {
  /** The name of the draft on this device. */
  draft: string;
  /** The address where the form opens again, where the name of the draft does not tell it. */
  at?: string;
  /** What the form begins with, each field as its input has it. */
  initial: Typed;
  /** The fields that are never kept on this device, such as a password. */
  secret?: readonly (keyof Typed)[];
  route: N;
  /** Whether it opens something that is not open for long, such as a checkout: its key is remembered by the open form alone. */
  opens?: boolean;
  /**
   * What is sent, given what is typed and what the form began with; a body's fields are named as the form's, so that
   * what is wrong is said at its field.
   */
  inputOf: (typed: Typed, began: Typed) => InputOf<N>;
  /** How the form names the fields that the body names otherwise. */
  named?: Readonly<Record<string, keyof Typed & string>>;
  /** Rules of the form alone, such as two passwords that must match. */
  check?: (typed: Typed) => FieldMessages;
  /** Asked before anything is sent. */
  confirm?: () => Promise<boolean>;
  /** Loads the parts of the app that `onDone` needs: where one is missing, nothing is sent and what was typed is kept. */
  prepare?: () => Promise<unknown>;
  /** What is said of a failure that belongs to no field: with the server's words, or without any. */
  failed: (message?: string) => string;
  /** What is said where no answer came. */
  unreachable?: string;
  /** Says it also where a field is to blame, whose own words it does not repeat. */
  alwaysSay?: boolean;
  onDone: (answer: Answer<Routes[N]>, typed: Typed) => void | Promise<void>;
  /** Called with what the server refused or what went wrong, not with a lost connection, which the form says itself. */
  onFailed?: (message: string, fields: FieldMessages) => void;
}

export interface OnlineForm<Typed extends FieldValues> extends DraftForm<Typed>, FormState {}

/** A form whose change needs a connection. A change whose answer was lost is sent again under the same key. */
export function useOnlineForm<Typed extends FieldValues, N extends RouteName>(
  options: OnlineFormOptions<Typed, N>,
): OnlineForm<Typed> {
  const { initial, secret = [], named = {}, failed } = options;
  // A secret is in what was tried, too.
  const remembersKey = secret.length === 0 && !options.opens;
  const sendOnline = useOnlineStep();
  const online = useOnline();
  const tried = useRef<Tried>(undefined);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const route: Route = routes[options.route];

  async function send(typed: Typed, began: Typed): Promise<void> {
    await options.prepare?.();
    const input: UntypedInput = options.inputOf(typed, began);
    const text = JSON.stringify(input);
    const stored = form.draft.draft?.value;
    const remembered = remembersKey && isOnlineDraft<Typed>(stored) ? stored.tried : undefined;
    const before = tried.current ?? remembered;
    const { key } = (tried.current =
      before?.input === text ? before : { key: crypto.randomUUID(), input: text });
    if (remembersKey) form.keep();
    await form.draft.saved();
    const answer = await sendOnline(options.route, input as Input<Routes[N]>, { idempotencyKey: key });
    // Done: the same sent once more is a change of its own.
    tried.current = undefined;
    await form.draft.startOver();
    await options.onDone(answer, typed);
  }

  function explain(error: unknown) {
    if (error instanceof ApiError) {
      const all = Object.entries(fieldsOfForm(error.failure.fields ?? {}, named));
      const fields = Object.fromEntries(all.filter(([name]) => name in initial));
      const message = failed(error.message || undefined);
      options.onFailed?.(message, fields);
      // What is said at its field need not be said twice.
      const atField = Object.keys(fields).length > 0 && !options.alwaysSay;
      return { fields, message: atField ? undefined : message };
    }
    if (error instanceof PartMissing) {
      options.onFailed?.(error.message, {});
      return { message: error.message };
    }
    if (!(error instanceof Unreachable)) console.error(error);
    const message =
      error instanceof Unreachable
        ? (options.unreachable ??
          `${failed().replace(/\.?$/, '.')} ${error.message} What you typed is kept${storageRefused() ? ' while Porchlight is open' : ' on this device'}.`)
        : failed();
    const unreached = isUnreached(error);
    // The form says it while it is shown, and no longer than it is so.
    if (!unreached || !shown.current) options.onFailed?.(message, {});
    return { message, unreached };
  }

  const form = useDraftForm<Typed>({
    draft: options.draft,
    initial,
    toDraft: (typed, began): Draft<Typed> | undefined => {
      if (Object.keys(initial).every((name) => secret.includes(name))) return undefined;
      const changes = Object.entries(changesOf(began, typed)).filter(([name]) => !secret.includes(name));
      return {
        typed: Object.fromEntries(changes) as Partial<Typed>,
        ...(tried.current && remembersKey ? { tried: tried.current } : {}),
        ...(options.at === undefined ? {} : { at: options.at }),
      };
    },
    // The version before stored the profile's draft as it is typed.
    fromDraft: (stored) =>
      isOnlineDraft<Typed>(stored) ? stored.typed : (stored as Partial<Typed> | null | undefined),
    // The contract's own rules and words, said at the fields.
    validate: (typed, began) => {
      const { body }: UntypedInput = options.inputOf(typed, began);
      const parsed = route.body?.safeParse(body);
      const problems = parsed?.success === false ? fieldsOfForm(fieldMessages(parsed.error), named) : {};
      return { ...problems, ...options.check?.(typed) };
    },
    confirm: options.confirm,
    send,
    explain,
  });

  return {
    ...form,
    lacksConnection: !online,
    startOver: async () => {
      tried.current = undefined;
      await form.startOver();
    },
  };
}

/** Whether a stored draft is that of a form which is sent online. */
export function isOnlineDraft<Typed>(stored: unknown): stored is Draft<Typed> {
  return typeof stored === 'object' && stored !== null && 'typed' in stored;
}

/** Whether what a form that sends online kept was sent, and is kept since its answer did not arrive. */
export function wasTried(stored: unknown): boolean {
  return isOnlineDraft(stored) && stored.tried !== undefined;
}
