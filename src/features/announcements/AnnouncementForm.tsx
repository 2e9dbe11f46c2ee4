import { useState } from 'react';
import {
  ANNOUNCEMENT_TYPES,
  announcementTypeOf,
  publishTimeProblem,
  type Announcement,
  type AnnouncementType,
} from '../../../contract/announcements/announcement.ts';
import type { FieldMessages } from '../../../contract/http/failure.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { isoMinute } from '../../ui/data/Time.tsx';
import { typeLabel } from './AnnouncementCard.tsx';
import { changeLabels } from './changeLabels.ts';
import { PropertyChoice } from './PropertyChoice.tsx';
import { fromLocalField } from './localDateTime.ts';
import { now, nowMs } from '../../browser/clock.ts';

interface Typed {
  announcement_type: AnnouncementType;
  announcement: string;
  /** The text of the field. */
  publish_at: string;
  audience: 'everyone' | 'properties';
  /** The ids of the properties, with commas. */
  property_ids: string;
}

interface AnnouncementFormProps {
  /** The announcement to edit; undefined for a new one. */
  announcement?: Announcement | undefined;
  /** The ids of the properties that a new one begins with, with commas; null for everyone. */
  forProperties?: string | null;
  onSaved: () => void | Promise<void>;
  onClose: () => void;
}

/** The dialog that creates or edits an announcement. Its draft is stored on this device until it is saved or discarded. */
export function AnnouncementForm({
  announcement,
  forProperties = null,
  onSaved,
  onClose,
}: AnnouncementFormProps) {
  const [earliest] = useState(() => isoMinute(now()));
  const newDraft = forProperties ? `new-announcement-for-${forProperties}` : 'new-announcement';
  const draft = announcement ? `edit-announcement-${announcement.id}` : newDraft;
  const form = useOnlineForm({
    draft,
    initial: {
      ...typedOf(announcement),
      ...(forProperties ? { audience: 'properties' as const, property_ids: forProperties } : {}),
    },
    route: announcement ? 'updateAnnouncement' : 'createAnnouncement',
    inputOf: (typed) => {
      const body = bodyOf(typed, announcement);
      return announcement ? { params: { id: String(announcement.id) }, body } : { body };
    },
    check: (typed) => pastOf(typed, announcement),
    failed: (message = 'An error occurred while saving.') => message,
    onDone: onSaved,
  });
  const { field, values } = form;
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  // Of one property everyone lives there.
  const mayChoose = properties.length > 1 || values.audience === 'properties';
  return (
    <FormModal
      title={announcement ? 'Edit Announcement' : 'Create Announcement'}
      submitLabel={announcement ? 'Save Changes' : 'Create Announcement'}
      busyLabel="Saving..."
      form={form}
      below={
        announcement && <ChangeHistory subject="announcement" id={announcement.id} labels={changeLabels} />
      }
      onClose={onClose}
    >
      <Select label="Type" required {...field('announcement_type')}>
        {ANNOUNCEMENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {typeLabel(type)}
          </option>
        ))}
      </Select>
      <TextArea label="Message" required rows={6} {...field('announcement')} />
      {mayChoose && (
        <Select label="For" {...field('audience')}>
          <option value="everyone">Everyone</option>
          <option value="properties">Chosen properties</option>
        </Select>
      )}
      {values.audience === 'properties' && (
        <PropertyChoice
          properties={properties}
          chosen={idsOf(values)}
          error={field('property_ids').error}
          onChange={(ids) => form.set({ property_ids: ids.join() })}
        />
      )}
      <Field
        type="datetime-local"
        label="Schedule (optional)"
        help={scheduleHelp(announcement)}
        min={earliest}
        {...field('publish_at')}
      />
    </FormModal>
  );
}

/** Whether an announcement is scheduled for later. */
function isScheduled({ publish_at }: Announcement): boolean {
  return publish_at !== null && Date.parse(publish_at) > nowMs();
}

function scheduleHelp(announcement: Announcement | undefined): string {
  if (!announcement || isScheduled(announcement)) return 'Leave blank to publish immediately.';
  if (announcement.status === 'approved') return 'It is published. Choose a time to take it back until then.';
  return 'Leave blank to publish immediately once it is approved.';
}

function typedOf(announcement: Announcement | undefined): Typed {
  return {
    announcement_type: announcementTypeOf(announcement?.announcement_type ?? '') ?? 'General',
    announcement: announcement?.announcement ?? '',
    publish_at:
      announcement?.publish_at && isScheduled(announcement)
        ? isoMinute(new Date(announcement.publish_at))
        : '',
    audience: announcement?.property_ids ? 'properties' : 'everyone',
    property_ids: announcement?.property_ids?.join() ?? '',
  };
}

/** The ids of the chosen properties, in their order. */
function idsOf({ property_ids }: Pick<Typed, 'property_ids'>): number[] {
  const ids = property_ids === '' ? [] : property_ids.split(',').map(Number);
  return ids.sort((one, other) => one - other);
}

function bodyOf(typed: Typed, before?: Announcement) {
  const { announcement_type, announcement, publish_at } = typed;
  // The field has no seconds, so a difference in seconds is no change.
  const unchanged = before && publish_at === typedOf(before).publish_at;
  return {
    announcement,
    announcement_type,
    publish_at: unchanged ? before.publish_at : fromLocalField(publish_at, now()),
    ...propertiesOf(typed, before),
  };
}

/** Whom it is for, where that is not as it was, or everyone from the start. */
function propertiesOf(typed: Typed, before?: Announcement): { property_ids?: number[] | null } {
  const was = before?.property_ids ?? null;
  const property_ids = typed.audience === 'everyone' ? null : idsOf(typed);
  // Of properties that were deleted none is left: it is sent, and so refused until one is chosen.
  const unchanged = String(property_ids) === String(was) && property_ids?.length !== 0;
  return unchanged ? {} : { property_ids };
}

function pastOf(typed: Typed, before?: Announcement): FieldMessages {
  const past = publishTimeProblem(bodyOf(typed, before).publish_at, now(), before?.publish_at);
  return past ? { publish_at: past } : {};
}
