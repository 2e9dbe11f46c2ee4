import { useLiveQuery } from 'dexie-react-hooks';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Unreachable } from '../../api/call.ts';
import { cachedAges } from '../../offline/engine/reads/cachedReads.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { NOTHING_STORED, useStoresReads } from '../../offline/hooks/useStoresReads.ts';
import { useUser } from '../../session/session.tsx';
import { momentText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { offlinePartsOf, type OfflinePart } from '../../subjects/device/offlineParts.ts';
import { keepThumbnails } from './keepThumbnails.ts';
import { useBusyMutation } from '../../ui/forms/useBusyMutation.ts';

/** What can be read without a connection, each part with its age. */
export function OfflineParts() {
  const user = useUser();
  const device = useDevice();
  const { userId } = device;
  const parts = offlinePartsOf(user);
  const storesReads = useStoresReads();
  const ages = useLiveQuery(() => cachedAges(userId), [userId]);
  const updating = useBusyMutation({
    mutationFn: async () => {
      for (const read of parts.flatMap(({ reads }) => reads)) await read.update(device);
      await keepThumbnails(userId);
    },
  });
  const lines = parts.map((part) => ({ label: part.label, age: ages && ageOf(part, ages) }));
  const ready = lines.every(({ age }) => age);
  if (storesReads === false) {
    return (
      <Card title="Not ready for offline">
        <p>{`${NOTHING_STORED} What you write stays here until it is sent.`}</p>
      </Card>
    );
  }
  return (
    <Card
      title={ages && !ready ? 'Not ready for offline' : 'Ready for offline'}
      action={
        <Button
          variant="secondary"
          busy={updating.isPending}
          busyLabel="Updating..."
          onClick={() => updating.mutate()}
        >
          Update everything now
        </Button>
      }
    >
      <ul role="list" className="divide-y divide-line">
        {lines.map(({ label, age }) => (
          <li key={label} className="flex flex-wrap items-center gap-x-3 py-2.5 first:pt-0 last:pb-0">
            <StateIcon ready={age !== undefined} />
            <span className="grow">{label}</span>
            <span className="ml-auto text-muted tabular-nums">
              {age ? `as of ${momentText(age)}` : ages && 'not on this device'}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="font-medium text-danger empty:hidden">
        {updating.error && failureOf(updating.error)}
      </p>
    </Card>
  );
}

function StateIcon({ ready }: { ready: boolean }) {
  const Icon = ready ? CircleCheck : TriangleAlert;
  return <Icon aria-hidden className={`size-5 shrink-0 ${ready ? 'text-success' : 'text-warning'}`} />;
}

/** The age of a part is that of its oldest read; a part that lacks one has none. */
function ageOf({ reads }: OfflinePart, ages: Map<string, Date>): Date | undefined {
  const dates = reads.map(({ key }) => ages.get(key));
  if (dates.includes(undefined)) return undefined;
  return new Date(Math.min(...dates.map((date) => date?.getTime() ?? 0)));
}

function failureOf(error: Error): string {
  return error instanceof Unreachable
    ? 'There is no connection to Porchlight. What is here stays as it is.'
    : `Not everything could be updated: ${error.message}`;
}
