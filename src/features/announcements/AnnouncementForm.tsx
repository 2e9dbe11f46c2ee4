import { useId, useState } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import {
  ANNOUNCEMENT_TYPES,
  NewAnnouncement,
  publishTimeProblem,
  type Announcement,
  type AnnouncementType,
} from '../../../contract/announcement.ts';
import { fieldsOf } from '../../../contract/failure.ts';
import { useDraft } from '../../offline/useDraft.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { KeptDraft } from './KeptDraft.tsx';
import { typeWords } from './kinds.tsx';
import { fromLocalField, toLocalField } from './schedule.ts';
import type { AnnouncementInput, SaveProblem } from './useAnnouncementChanges.ts';

interface Typed {
  announcement_type: AnnouncementType;
  announcement: string;
  /** As the field holds it. */
  publish_at: string;
}

/** What was typed, and the key under which exactly this was sent before: sent again, it is made once. */
interface Draft extends Typed {
  tried?: { key: string; body: string };
}

interface AnnouncementFormProps {
  /** The announcement to edit; none to create one. */
  announcement?: Announcement | undefined;
  online: boolean;
  /** Answers what is wrong, where it was not saved. */
  onSave: (input: AnnouncementInput, key: string) => Promise<SaveProblem | undefined>;
  onClose: () => void;
}

/** The create and edit modal. What is typed stays on this device until it is saved or started over. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { announcement, online, onClose } = props;
  const written = typedOf(announcement);
  const handle = useDraft<Draft>(
    announcement ? `edit-announcement-${announcement.id}` : 'new-announcement',
    written,
  );
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      title={announcement ? 'Edit Announcement' : 'Create Announcement'}
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={formId} busy={busy} busyLabel="Saving..." disabled={!online}>
            {announcement ? 'Save Changes' : 'Create Announcement'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {handle.draft ? (
        <Form {...props} {...{ formId, handle, written }} start={handle.draft.value} onBusy={setBusy} />
      ) : (
        <Loading cards={1} />
      )}
    </Modal>
  );
}

interface FormProps extends AnnouncementFormProps {
  formId: string;
  handle: ReturnType<typeof useDraft<Draft>>;
  written: Typed;
  start: Draft;
  onBusy: (busy: boolean) => void;
}

function Form({ announcement, online, onSave, formId, handle, written, start, onBusy }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const [earliest] = useState(() => toLocalField(new Date()));
  const { register, handleSubmit, reset, setError, getValues, formState } = useForm<Typed>({
    resolver: resolverFor(announcement),
    defaultValues: start,
  });
  const { errors } = formState;
  const keep = () => handle.setValue({ ...handle.draft?.value, ...getValues() });

  const submit = handleSubmit(async (typed) => {
    onBusy(true);
    setProblem(undefined);
    const input = inputOf(typed, announcement);
    const body = JSON.stringify(input);
    const before = handle.draft?.value.tried;
    const tried = before?.body === body ? before : { key: crypto.randomUUID(), body };
    handle.setValue({ ...typed, tried });
    await handle.saved();
    const wrong = await onSave(input, tried.key);
    onBusy(false);
    if (!wrong) return handle.startOver();
    setProblem(wrong.message);
    for (const [field, message] of Object.entries(wrong.fields)) setError(field as keyof Typed, { message });
  });

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {!online && (
        <Banner type="warning">
          You need a connection to save this. What you write is kept on this device.
        </Banner>
      )}
      {handle.draft?.restored && (
        <KeptDraft
          onStartOver={() => {
            reset(written);
            void handle.startOver();
          }}
        />
      )}
      {(problem ?? handle.problem) && <Banner type="error">{problem ?? handle.problem}</Banner>}
      <Select
        label="Type"
        required
        error={errors.announcement_type?.message}
        {...register('announcement_type', { onChange: keep })}
      >
        {ANNOUNCEMENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {typeWords(type)}
          </option>
        ))}
      </Select>
      <TextArea
        label="Message"
        required
        rows={6}
        error={errors.announcement?.message}
        {...register('announcement', { onChange: keep })}
      />
      <Field
        type="datetime-local"
        label="Schedule (optional)"
        help={scheduleHelp(announcement)}
        min={earliest}
        error={errors.publish_at?.message}
        {...register('publish_at', { onChange: keep })}
      />
    </form>
  );
}

/** Whether it waits for a time of its own: one that has passed is history, not a schedule. */
function isScheduled({ publish_at }: Announcement): boolean {
  return publish_at !== null && Date.parse(publish_at) > Date.now();
}

function scheduleHelp(announcement: Announcement | undefined): string {
  if (!announcement || isScheduled(announcement)) return 'Leave blank to publish immediately.';
  if (announcement.status === 'approved') return 'It is published. Choose a time to take it back until then.';
  return 'Leave blank to publish immediately once it is approved.';
}

function typedOf(announcement: Announcement | undefined): Typed {
  return {
    announcement_type: announcement?.announcement_type ?? 'General',
    announcement: announcement?.announcement ?? '',
    publish_at:
      announcement?.publish_at && isScheduled(announcement)
        ? toLocalField(new Date(announcement.publish_at))
        : '',
  };
}

function inputOf(
  { announcement_type, announcement, publish_at }: Typed,
  before?: Announcement,
): AnnouncementInput {
  // Seconds that the field does not show are no change.
  const left = before && publish_at === typedOf(before).publish_at;
  return {
    announcement,
    announcement_type,
    publish_at: left ? before.publish_at : fromLocalField(publish_at, new Date()),
  };
}

/** The contract's own rules and words, said at the fields. */
function resolverFor(before: Announcement | undefined): Resolver<Typed> {
  return (typed) => {
    const input = inputOf(typed, before);
    const parsed = NewAnnouncement.safeParse(input);
    const past = publishTimeProblem(input.publish_at, new Date(), before?.publish_at);
    const problems = {
      ...(past ? { publish_at: past } : {}),
      ...(parsed.success ? {} : fieldsOf(parsed.error)),
    };
    const errors: FieldErrors<Typed> = Object.fromEntries(
      Object.entries(problems).map(([field, message]) => [field, { type: 'invalid', message }]),
    );
    return Object.keys(problems).length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
  };
}
