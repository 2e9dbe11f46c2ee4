import { toCents } from '../../../../contract/values/money.ts';
import type { DepositItem } from '../../../offline/subjects/deposits.ts';
import { depositEntryText } from '../../../subjects/deposits/depositTexts.ts';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { Time, timeText } from '../../../ui/data/Time.tsx';
import type { DepositEntries } from './useDepositEntries.ts';

interface UnsentDepositsProps {
  entries: DepositEntries;
  onEdit: (item: DepositItem) => void;
}

/** The entries of a deposit that wait on this device, and what can be done with each. */
export function UnsentDeposits({ entries, onEdit }: UnsentDepositsProps) {
  if (entries.items.length === 0) return <></>;
  return (
    <section aria-label="Unsent entries of the deposit">
      <ul role="list" className="flex flex-col gap-4">
        {entries.items.map((item) => {
          const { kind, amount, method = null, reference = null, description = null, day } = item.input.body;
          return (
            <li key={item.id}>
              <UnsentEntry
                item={item}
                sending={entries.sending}
                title={moneyText(toCents(amount))}
                answer={{ label: 'Try again', act: () => entries.retry(item) }}
                onEdit={() => onEdit(item)}
                discardQuestion="Discard this? It is not entered."
                discard={() => entries.discard(item)}
              >
                {depositEntryText({ kind, method, reference, description })}
                <span className="block text-sm text-muted">{timeText(day ?? item.capturedAt)}</span>
                <ShownPhotos
                  photos={item.photos.map((stored) => ({ stored }))}
                  captions={item.photos.map(
                    ({ id, takenAt }) => takenAt && <Time key={id} value={takenAt} format="dateTime" />,
                  )}
                />
              </UnsentEntry>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
