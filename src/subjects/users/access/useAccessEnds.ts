import { unitLabel } from '../../../../contract/units/unit.ts';
import { AccessChanged } from '../../../../contract/users/access.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import {
  isAccessEnd,
  whoseAccess,
  type AccessItem,
  type ShownAccess,
} from '../../../offline/subjects/people/access.ts';
import { useUnsentEntries } from '../../ledger/unsent/useUnsentEntries.ts';

export type AccessBody = AccessItem['input']['body'];

/** The ends of these people's access that wait on this device, and the one way in which they are written and changed. */
export function useAccessEnds(people: readonly number[]) {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is AccessItem => isAccessEnd(item) && people.includes(whoseAccess(item)),
    editDraft: (_id, item) => accessDraft(whoseAccess(item)),
  });

  async function change(item: AccessItem, body: AccessBody, draft?: DraftVersion): Promise<void> {
    const shown = shownNow(item, body);
    await entries.change(item.id, { body, photos: [], shown }, messagesOf(shown, body), draft);
  }

  return {
    ...entries,
    change,
    async end(person: number, body: AccessBody, shown: ShownAccess, draft: DraftVersion): Promise<void> {
      const input = { params: { id: String(person) }, body };
      const record = `access:${person}`;
      await entries.record({ route: 'endAccess', input, shown, record, draft }, messagesOf(shown, body));
    },
    retry: (item: AccessItem) => entries.retry(item.id, messagesOf(item.shown, item.input.body)),
  };
}

export type AccessEnds = ReturnType<typeof useAccessEnds>;

/** The name of the draft of the end of somebody's access, a new one or an unsent one that is edited. */
export function accessDraft(person: number): string {
  return `end-access-${person}`;
}

/** What stands since somebody changed it meanwhile; undefined where nobody did. */
export function changedMeanwhile({ refusal }: Pick<AccessItem, 'refusal'>): AccessChanged | undefined {
  if (refusal?.failure.code !== 'access_changed') return undefined;
  const changed = AccessChanged.safeParse(refusal.failure.detail);
  return changed.success ? changed.data : undefined;
}

/** What is shown of an end of access that names what stands by now: the home that it takes. */
export function shownNow(item: AccessItem, { unit }: Pick<AccessBody, 'unit'>): ShownAccess {
  const changed = changedMeanwhile(item);
  if (!changed || changed.unit !== unit) return item.shown;
  return { ...item.shown, home: changed.unit === null ? null : unitLabel(changed) };
}

function messagesOf(shown: ShownAccess, { sign_in_ends }: AccessBody) {
  return {
    sent: sign_in_ends
      ? `${shown.name} cannot sign in any more.`
      : `${shown.name} is listed in no home any more.`,
    refused: (reason: string) => `${reason} The end of access needs your attention; nothing has ended.`,
  };
}
