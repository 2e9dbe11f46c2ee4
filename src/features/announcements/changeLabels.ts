import type { AuditEntry } from '../../../contract/audit.ts';
import type { ChangeLabels } from '../../ChangeHistory.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { typeLabel } from './AnnouncementCard.tsx';

/** How the record of changes names what an announcement consists of. */
export const changeLabels: ChangeLabels = {
  announcement: { label: 'Message' },
  announcement_type: { label: 'Type', text: (type) => typeLabel(String(type)) },
  publish_at: { label: 'Publish time', text: (time) => timeText(String(time), 'dateTime') },
  status: { label: 'Status' },
};

/** In characters. */
const QUOTED = 60;

/** An announcement among others is called by how it begins; one that is deleted by what was recorded of it. */
export function nameIn(announcements: readonly { id: number; announcement: string }[]) {
  return ({ subject_id, changes: { announcement: text } }: AuditEntry): string => {
    const known = announcements.find(({ id }) => id === subject_id)?.announcement;
    const words = text?.after ?? text?.before ?? known;
    if (typeof words !== 'string') return 'an announcement that is deleted now';
    return words.length > QUOTED ? `“${words.slice(0, QUOTED).trimEnd()}…”` : `“${words}”`;
  };
}
