import { GIVEN_CHARGES } from '../../../../contract/ledger/newEntry.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import type { GivenItem } from '../../../offline/subjects/ledger/givenEntries.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../../ui/data/Time.tsx';
import { closedMonthOf } from './closedMonth.ts';
import type { GivenEntries } from './useGivenEntries.ts';

interface UnsentGivenProps {
  given: GivenEntries;
  onEdit: (item: GivenItem) => void;
}

/** The charges and credits that wait on this device, and what can be done with each. */
export function UnsentGiven({ given, onEdit }: UnsentGivenProps) {
  if (given.items.length === 0) return <></>;
  return (
    <section aria-label="Unsent charges and credits" className="mb-6">
      <ul role="list" className="flex flex-col gap-4">
        {given.items.map((item) => (
          <li key={item.id}>
            <UnsentCard {...{ item, given }} onEdit={() => onEdit(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UnsentCardProps {
  item: GivenItem;
  given: GivenEntries;
  onEdit: () => void;
}

function UnsentCard({ item, given, onEdit }: UnsentCardProps) {
  const { what, title, type, words, day } = textsOf(item);
  const closed = closedMonthOf(item.refusal, day, what);
  const { against } = item.shown;
  return (
    <UnsentEntry
      item={item}
      sending={given.sending}
      title={title}
      refusedSince={closed?.says}
      answer={
        closed
          ? { label: closed.label, act: () => given.recordAfterClosed(item) }
          : { label: 'Try again', act: () => given.retry(item) }
      }
      onEdit={onEdit}
      discardQuestion={`Discard this ${what}? It is not recorded.`}
      discard={() => given.discard(item)}
    >
      {type}: {words}
      <span className="block text-sm text-muted">
        {unitLabel(item.shown)} · {what === 'charge' ? 'due' : 'counts from'} {timeText(day)}
        {against && ` · against ${against}`}
      </span>
    </UnsentEntry>
  );
}

function textsOf(item: GivenItem) {
  const money = moneyText(toCents(item.input.body.amount));
  const day = item.input.body.effective_on ?? isoDay(new Date(item.capturedAt));
  if (item.route === 'createCharge') {
    const { type = GIVEN_CHARGES[0], description } = item.input.body;
    return {
      what: 'charge' as const,
      title: `${money} charged to ${item.shown.name}`,
      type,
      words: description,
      day,
    };
  }
  const { type, reason } = item.input.body;
  return {
    what: 'credit' as const,
    title: `${money} credited to ${item.shown.name}`,
    type,
    words: reason,
    day,
  };
}
