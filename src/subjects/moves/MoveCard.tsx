import type { ReactNode } from 'react';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { stepsIn, stepsOut, type Step, type StepName } from '../../../contract/moves/moveSteps.ts';
import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { moveWithUnsent, unsentSteps } from '../../offline/subjects/leases/moves.ts';
import { accessEndsOf } from '../../offline/subjects/people/access.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK, useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { END_ACCESS } from '../users/access/accessTexts.ts';
import { EndAccessButtons } from '../users/access/EndAccessButtons.tsx';
import { AddressForm } from './AddressForm.tsx';
import { StepList } from './StepList.tsx';
import type { StepReader } from './stepTexts.ts';

interface MoveCardProps extends StepReader {
  lease: number;
  /** How the home is called. */
  home: string;
  /** Who is on the lease, whose access management ends here: `AccessOf` stands beside it. */
  tenants?: Lease['tenants'];
}

/** What is done and missing of moving in and out by a lease, each step with what leads to it. */
export function MoveCard({ lease, ...steps }: MoveCardProps) {
  const read = useCachedQuery('readMove', { params: { id: String(lease) } });
  return (
    <Card title="Move-in and move-out">
      <Loaded query={read} failed="Unable to load the steps" loading={<p>Loading...</p>}>
        {(stored) => <MoveSteps {...steps} lease={String(lease)} stored={stored} listsOf={inAndOut} />}
      </Loaded>
    </Card>
  );
}

interface StepsOf {
  title: string;
  steps: Step[];
}

const inAndOut = (move: Move): StepsOf[] => [
  { title: 'Move-in', steps: stepsIn(move) },
  { title: 'Move-out', steps: stepsOut(move, isoDay()) },
];

interface MoveStepsProps extends Omit<MoveCardProps, 'lease'> {
  /** The id of the lease, or what stands for it while the lease is unsent. */
  lease: string;
  /** Without what this device has not sent. */
  stored: Move;
  listsOf: (move: Move) => StepsOf[];
  /** The id of the item that adds who is billed, where they are unsent. */
  billedAddedBy?: string | undefined;
  /** What does a step elsewhere on this screen, or leads to it. */
  furtherActionOf?: (name: StepName, done: boolean) => ReactNode;
}

const NOBODY: Lease['tenants'] = [];

// Another device may have recorded something later, which then stands.
const SENT = 'Sent. The steps show what was recorded last.';

/** Steps, each with what does it here or leads to where it is done. */
export function MoveSteps({ lease, home, stored, listsOf, tenants = NOBODY, ...props }: MoveStepsProps) {
  const { furtherActionOf, billedAddedBy, ...reader } = props;
  const { items = [], submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, open, close } = useDialogAddress();

  async function setKeys(keys: 'handed over' | 'returned', done: boolean): Promise<void> {
    const id = await submit({
      ...{ route: 'setKeys', input: { params: { id: lease }, body: { keys, done } } },
      ...{ shown: { home }, record: `move:${lease}` },
    });
    void follow(id, { sent: SENT, refused: (reason) => reason });
  }

  const ended = accessEndsOf(items);
  const leaving = tenants.filter(({ id, lives_there }) => lives_there && !ended.has(id));

  /** What does a step here and now. */
  const actionOf = (name: StepName, done: boolean, { ends }: Move) => {
    if (name === 'forwarding address') {
      return (
        <Button variant="quiet" onClick={() => open({ address: lease })}>
          {done ? 'Change Address' : 'Give Address'}
        </Button>
      );
    }
    const { billed } = reader;
    if (name === 'access' && leaving.length > 0) {
      return (
        <EndAccessButtons leaving={leaving} onEnd={(person) => open({ [END_ACCESS]: String(person) })} />
      );
    }
    if (name === 'charges' && reader.isManager && billed) {
      return (
        <ButtonLink variant="quiet" to={`/admin/ledger/${billed.id}?charge=${billed.id}`} state={COMES_BACK}>
          Add Charge
        </ButtonLink>
      );
    }
    if (!reader.isManager || !name.startsWith('keys ')) return furtherActionOf?.(name, done);
    const keys = name === 'keys returned' ? 'returned' : 'handed over';
    return (
      <Button
        variant="quiet"
        aria-label={`${done ? 'Take back' : 'Record'}: keys ${keys}${ends === null ? '' : `, ${home}`}`}
        onClick={() => void setKeys(keys, !done)}
      >
        {done ? 'Take Back' : 'Record'}
      </Button>
    );
  };

  const move = moveWithUnsent(stored, items, tenants, lease);
  const unsent = unsentSteps(items, move, reader.billed?.id ?? billedAddedBy, tenants, lease);
  const lists = listsOf(move);
  return (
    <>
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <div className={joinClasses('grid grid-cols-1 gap-6', lists.length > 1 && 'lg:grid-cols-2')}>
        {lists.map(({ title, steps }) => (
          <StepList key={title} {...{ title, steps, move, reader, unsent, actionOf }} />
        ))}
        {address.get('address') === lease && (
          <AddressForm
            {...{ lease: move.lease_id, home }}
            address={move.forwarding_address ?? ''}
            onSubmit={async (change) => {
              const id = await submit(change);
              close();
              void follow(id, { sent: SENT, refused: (reason) => reason });
            }}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
