import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { StoredPhoto } from '../../../offline/engine/storedRecords.ts';
import type { EventBody } from './ReplyForm.tsx';

/** What the forms of a request's events have in common. */
export interface EventFormProps {
  /** The request's id. */
  request: number;
  /** Who is to do it so far, by name. */
  assignee: string | null;
  onSubmit: (body: EventBody, draft: DraftVersion, photos?: StoredPhoto[]) => Promise<void>;
  /** Goes back to the request. */
  onCancel: () => void;
  onClose: () => void;
}
