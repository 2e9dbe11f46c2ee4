import { useCallback, useEffect, useState } from 'react';
import { persistStorage, readKeptStorage } from '../../browser/persistentStorage.ts';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

type KeptStorage = Awaited<ReturnType<typeof readKeptStorage>>;

/** How much room Porchlight takes on this device, and whether the browser promised to keep it. */
export function Storage() {
  const [kept, setKept] = useState<KeptStorage>();
  const [refused, setRefused] = useState(false);
  const read = useCallback(() => readKeptStorage().then(setKept), []);
  useEffect(() => void read(), [read]);

  async function askToKeep(): Promise<void> {
    setRefused(!(await persistStorage()));
    await read();
  }

  return (
    <Card title="Room on this device">
      <DescriptionList
        items={[
          { label: 'Taken', value: kept ? sizeText(kept.usage) : 'Loading...' },
          { label: 'Allowed', value: kept ? sizeText(kept.quota) : 'Loading...' },
          { label: 'Kept', value: kept ? promiseText(kept.persisted) : 'Loading...' },
        ]}
      />
      {kept && !kept.persisted && (
        <div>
          <Button variant="secondary" onClick={() => void askToKeep()}>
            Ask the browser to keep it
          </Button>
          <p role="status" className="mt-2 text-muted empty:hidden">
            {refused && 'The browser did not promise it. Installing Porchlight usually helps.'}
          </p>
        </div>
      )}
    </Card>
  );
}

function promiseText(persisted: boolean): string {
  return persisted
    ? 'The browser promised to keep it until you delete it.'
    : 'The browser may clear it when the device runs out of space.';
}

/** A size in steps of 1000, as phones count it. */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return 'This browser does not tell.';
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}
