import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { beginningOf } from '../../ui/lists/beginningOf.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { typeLabel } from './AnnouncementCard.tsx';

/** The labels of an announcement's fields in the audit log. */
export const changeLabels: ChangeLabels = {
  announcement: { label: 'Message' },
  announcement_type: { label: 'Type', text: (type) => typeLabel(String(type)) },
  publish_at: { label: 'Publish time', text: (time) => timeText(String(time), 'dateTime') },
  status: { label: 'Status' },
  properties: { label: 'Only for' },
};

/** The beginning of an announcement's text as its name; for a deleted one, of its recorded text. */
export function nameIn(announcements: readonly { id: number; announcement: string }[]) {
  return ({ subject_id, changes: { announcement: text } }: AuditEntry): string => {
    const currentText = announcements.find(({ id }) => id === subject_id)?.announcement;
    const announcementText = text?.after ?? text?.before ?? currentText;
    if (typeof announcementText !== 'string') return 'an announcement that is deleted now';
    return `“${beginningOf(announcementText)}”`;
  };
}
