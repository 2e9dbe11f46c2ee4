import {
  ENTRY_PURPOSES,
  type EntryPurpose,
  type ShortNotice,
} from '../../../contract/entryNotices/entryNotice.ts';
import { SHORT_NOTICE_TEXTS } from '../../../contract/entryNotices/entryText.ts';
import { leadTimeRefusal } from '../../../contract/entryNotices/leadTime.ts';
import { nowMs } from '../../browser/clock.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { discardDraft } from '../../offline/engine/drafts.ts';
import type { NoticeItem } from '../../offline/subjects/entryNoticeList.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { useUser } from '../../session/session.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { useLeadTime } from './useLeadTime.ts';

interface Typed {
  purpose: string;
  entry_on: string;
  entry_from: string;
  entry_to: string;
  short_notice: string;
  text: string;
}

interface EntryNoticeFormProps {
  unit: number;
  /** The name of the home. */
  home: string;
  /** The request that somebody enters for. */
  request?: number | undefined;
  /** The unsent notice that is changed; without it a new one is given. */
  item?: NoticeItem | undefined;
  /** Called with the id of what was queued. */
  onDone: (id: string) => void;
  onCancel?: (() => void) | undefined;
  onClose: () => void;
}

/** Says that somebody enters a home, when and what for, with or without a connection. */
export function EntryNoticeForm(props: EntryNoticeFormProps) {
  const { unit, home, item, onDone, onCancel, onClose } = props;
  const request = item?.input.body.request_id ?? props.request;
  const user = useUser();
  const outbox = useOutbox();
  const lead = useLeadTime(unit);
  const bodyOf = ({ purpose, short_notice, ...typed }: Typed): NoticeItem['input']['body'] => ({
    ...{ unit_id: unit, ...(request === undefined ? {} : { request_id: request }), ...typed },
    ...{ purpose: purpose as EntryPurpose, short_notice: short_notice as ShortNotice | '' },
  });
  const form = useQueuedForm<Typed>({
    draft: item
      ? `edit-entry-notice-${item.id}`
      : request === undefined
        ? `entry-notice-unit-${unit}`
        : `entry-notice-request-${request}`,
    initial: item ? typedOf(item) : { ...EMPTY, purpose: request === undefined ? '' : 'Repair' },
    route: 'giveEntryNotice',
    bodyOf,
    check: (typed): Record<string, string> => {
      const { entry_on, entry_from } = typed;
      const short_notice = typed.short_notice as ShortNotice | '';
      if (entry_on === '' || entry_from === '') return {};
      const refusal = leadTimeRefusal({ entry_on, entry_from, short_notice }, { ...lead, now: nowMs() });
      return refusal ? { entry_on: refusal } : {};
    },
    failed: 'The notice could not be given.',
    onSubmit: async (typed, _photos, draft) => {
      const body = bodyOf(typed);
      const shown = { home };
      if (item) {
        const revised = await outbox.revise(item.id, { body, photos: [], shown });
        await discardDraft(user.id, draft);
        onDone(revised);
        return;
      }
      onDone(await outbox.submit({ route: 'giveEntryNotice', input: { body }, shown, draft }));
    },
  });
  const hours = lead.hours === 1 ? '1 hour' : `${lead.hours} hours`;
  return (
    <FormModal
      title={`Notice of Entry, ${home}`}
      submitLabel="Give Notice"
      busyLabel="Saving..."
      form={form}
      onCancel={onCancel}
      onClose={onClose}
    >
      <Select label="What for" required {...form.field('purpose')}>
        <option value="">Please choose</option>
        {ENTRY_PURPOSES.map((purpose) => (
          <option key={purpose}>{purpose}</option>
        ))}
      </Select>
      <Field label="Day of entry" type="date" required {...form.field('entry_on')} min={isoDay()} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="From" type="time" required {...form.field('entry_from')} />
        <Field label="To" type="time" required {...form.field('entry_to')} />
      </div>
      <Select
        label="Shorter notice (optional)"
        help={`Residents are told at least ${hours} before, unless one of these holds. It counts from when the notice is sent.`}
        {...form.field('short_notice')}
      >
        <option value="">No</option>
        {Object.entries(SHORT_NOTICE_TEXTS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <TextArea label="Words for the resident (optional)" rows={3} {...form.field('text')} />
    </FormModal>
  );
}

const EMPTY: Typed = { purpose: '', entry_on: '', entry_from: '', entry_to: '', short_notice: '', text: '' };

function typedOf({ input: { body } }: NoticeItem): Typed {
  const { purpose, entry_on, entry_from, entry_to, short_notice, text } = body;
  return { purpose, entry_on, entry_from, entry_to, short_notice: short_notice ?? '', text: text ?? '' };
}
