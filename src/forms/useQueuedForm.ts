import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { fieldMessages, type FieldMessages } from '../../contract/http/failure.ts';
import { routes, type QueuedRouteName } from '../../contract/routes.ts';
import type { Route } from '../../contract/http/route.ts';
import type { StoredPhoto } from '../offline/engine/storedRecords.ts';
import type { DraftVersion } from '../offline/engine/drafts.ts';
import { AlreadySubmitted } from '../offline/engine/outbox/outbox.ts';
import type { FormState } from '../ui/forms/FormNotices.tsx';
import { useConfirm, type Question } from '../ui/feedback/Confirm.tsx';
import { fieldsOfForm } from './fieldsOfForm.ts';
import { isOnlineDraft, wasTried } from './useOnlineForm.ts';
import { useDraftForm, type DraftForm } from './useDraftForm.ts';

/** In milliseconds: how long a change is sent before the form says so. */
const SLOW = 2000;

/** Asked of what was sent before it could wait on this device, and may have arrived without an answer. */
const SENT_BEFORE: Question = {
  text: 'This was sent before, and the answer did not arrive. It may have been made already. Send it again?',
  confirmLabel: 'Send again',
};

interface QueuedFormOptions<Typed extends FieldValues> {
  /** The name of the draft on this device. */
  draft: string;
  /** Whether each submission makes a new record, so that two tabs may write two drafts. */
  several?: boolean | undefined;
  /** The name of the one of several drafts to go on with; the latest by default. */
  chosen?: string | undefined;
  /** Runs before the draft is read. */
  prepareDraft?: (() => Promise<void>) | undefined;
  /** What the form begins with. */
  initial: Typed;
  route: QueuedRouteName;
  /** What is sent of what is typed, where the body's fields do not have the form's texts as they are; named as the form's. */
  bodyOf?: (typed: Typed) => unknown;
  /** How the body names the form's fields, where it does otherwise. */
  named?: Readonly<Record<string, string>>;
  /** Asked before anything is queued. */
  confirm?: (typed: Typed) => Promise<boolean>;
  /** Rules of the form alone. */
  check?: (typed: Typed) => FieldMessages;
  /** What is said of a failure that has no words of its own. */
  failed?: string;
  /** Hands what is typed to the outbox, without `bodyOf` as the contract reads it. @throws {Error} in words, where this device cannot keep it */
  onSubmit: (typed: Typed, photos: StoredPhoto[], draft: DraftVersion) => Promise<void>;
}

export interface QueuedForm<Typed extends FieldValues> extends DraftForm<Typed>, FormState {
  photos: StoredPhoto[];
}

/** A form whose change goes into the outbox, with or without a connection. */
export function useQueuedForm<Typed extends FieldValues>(
  options: QueuedFormOptions<Typed>,
): QueuedForm<Typed> {
  const { initial, failed = '', bodyOf } = options;
  const { body }: Route = routes[options.route];
  const ask = useConfirm();
  const form = useDraftForm<Typed>({
    draft: options.draft,
    several: options.several,
    chosen: options.chosen,
    prepareDraft: options.prepareDraft,
    initial,
    toDraft: (typed) => typed,
    // A form that the version before sent online kept what was typed beside what it had tried.
    fromDraft: (stored) =>
      (isOnlineDraft(stored) ? stored.typed : stored) as Partial<Typed> | null | undefined,
    validate: (typed) => {
      const parsed = body?.safeParse(bodyOf ? bodyOf(typed) : typed);
      const wrong = parsed?.success === false ? fieldMessages(parsed.error) : {};
      return { ...fieldsOfForm(wrong, options.named), ...options.check?.(typed) };
    },
    confirm: async (typed): Promise<boolean> =>
      // By the version before, under a key that this one does not send.
      (!wasTried(form.draft.draft?.value) || (await ask(SENT_BEFORE))) &&
      (options.confirm === undefined || (await options.confirm(typed))),
    send: async (typed) => {
      const draft = await form.draft.saved();
      const read = bodyOf ? {} : (body?.parse(typed) as Partial<Typed>);
      await options.onSubmit({ ...typed, ...read }, photos, draft);
    },
    // The form stays as it is, so that nothing typed is lost; sending again is the person's choice.
    explain: (error) => {
      if (error instanceof AlreadySubmitted) {
        void form.draft.renew();
      } else {
        form.keep();
        if (photos.length > 0) form.draft.setPhotos(photos);
      }
      return { message: (error instanceof Error ? error.message : String(error)) || failed };
    },
  });
  const photos = form.draft.draft?.photos ?? [];
  const { busy } = form;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return { ...form, lacksConnection: false, slow, photos };
}
