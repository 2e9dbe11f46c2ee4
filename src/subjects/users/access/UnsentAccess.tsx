import { unitLabel } from '../../../../contract/units/unit.ts';
import type { AccessChanged } from '../../../../contract/users/access.ts';
import type { AccessItem } from '../../../offline/subjects/people/access.ts';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentEntry } from '../../ledger/unsent/UnsentEntry.tsx';
import { endText, managerText } from './accessTexts.ts';
import { changedMeanwhile, type AccessEnds } from './useAccessEnds.ts';

interface UnsentAccessProps {
  item: AccessItem;
  access: AccessEnds;
  /** Whether this person became a manager, whose access is not ended so. */
  isManager: boolean;
  /** Left out where the form does not open. */
  onEdit?: (() => void) | undefined;
}

/** An end of access that waits on this device, and what can be done with it. */
export function UnsentAccess({ item, access, isManager, onEdit }: UnsentAccessProps) {
  const { shown, input } = item;
  const changed = changedMeanwhile(item);
  return (
    <UnsentEntry
      item={item}
      sending={access.sending}
      title={`End of access of ${shown.name}`}
      refusedSince={changed && changedText(changed)}
      answer={
        changed
          ? {
              label: 'End Access',
              act: () =>
                access.change(item, {
                  ...input.body,
                  unit: changed.unit,
                  access_since: changed.access_since,
                }),
            }
          : { label: 'Try again', act: () => access.retry(item) }
      }
      {...(onEdit && { onEdit })}
      discardLabel={changed && 'Keep Access'}
      discardQuestion={`Discard this? ${shown.name} keeps the access that they have.`}
      discard={() => access.discard(item)}
    >
      {endText(shown, input.body)}
      {isManager && !item.refusal && <p className="text-muted">{managerText(shown.name)} Discard this.</p>}
    </UnsentEntry>
  );
}

/** What somebody else set meanwhile. */
function changedText(changed: AccessChanged): string {
  const { unit, access_since } = changed;
  const since = access_since === null ? '' : ` since ${timeText(access_since, 'dateTime')}`;
  const stands = unit === null ? 'are listed in no home' : `are listed in ${unitLabel(changed)}`;
  return `Somebody else changed this meanwhile: they ${stands}${since}, and can sign in. End it all the same?`;
}
