import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { fieldMessages } from '../../../contract/http/failure.ts';
import { openItems, SavedInspection } from '../../../contract/inspections/inspection.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { photosToSend } from '../../offline/subjects/photos/inspectionPhotos.ts';
import { NAMED_DISCARDED } from '../../offline/engine/outbox/itemState.ts';
import { inspectionChange } from '../../offline/subjects/inspections.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useBusy } from '../../ui/forms/useBusy.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { leaseOf } from './homeLeases.ts';
import { Rooms } from './Rooms.tsx';
import { Signing } from './Signing.tsx';
import { useWalk, type WalkSources } from './useWalk.ts';
import { bodyOf, firstRooms, moveInOf, withItemPhotos, withPhotosOf, type Walk as Walked } from './walk.ts';
import { WalkTerms } from './WalkTerms.tsx';

interface WalkProps {
  home: { label: string; unit: number };
  sources: WalkSources;
}

/** One inspection: its kind and day, its rooms one at a time, and the signatures. Each tap is kept on this device at once. */
export function Walk({ home, sources }: WalkProps) {
  const { id, inspections, leases, unsent, template } = sources;
  const { walk, change, photos, keepPhotos, saved, problem } = useWalk(sources);
  const { submit, discard } = useOutbox();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [wrong, setWrong] = useState<string>();
  const [leaseAsked, setLeaseAsked] = useState(0);
  const { busy, run } = useBusy();
  const [reading, setReading] = useState(false);
  const place = `/admin/inspections/${home.unit}/${id}`;
  if (!walk) return <Loading />;
  const moveIn = walk.kind === 'Move-in' ? undefined : moveInOf(inspections, walk.lease_id);
  const isLeaseDiscarded = walk.lease_made_by !== undefined && !leaseOf(leases, walk);
  const signing = address.has('sign');
  const refusal = unsent.find((item) => item.refusal)?.refusal?.failure;
  const stored = inspections.find((each) => each.id === id);
  if (stored && stored.finalized_at !== null && !refusal) {
    return (
      <>
        <PageHeading title={`${stored.kind} inspection`} description={home.label} />
        <Banner type="info">This inspection is finalized. It cannot be changed any more.</Banner>
        <ButtonLink to={place} className="mt-6">
          Show Inspection
        </ButtonLink>
      </>
    );
  }

  const go = (changes: Record<string, string | undefined>) => {
    setWrong(undefined);
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: true });
  };

  /** Hands the walk to the outbox, and takes its earlier saves back that were not sent. */
  async function save(current: Walked, finalized: boolean): Promise<void> {
    if (isLeaseDiscarded) {
      go({ sign: undefined });
      setLeaseAsked((times) => times + 1);
      return;
    }
    const parsed = SavedInspection.safeParse(bodyOf(current, finalized));
    if (!parsed.success) {
      const [first] = Object.entries(fieldMessages(parsed.error));
      const [field, message] = first ?? ['', 'This inspection is not complete.'];
      const room = /^rooms\.(\d+)/.exec(field)?.[1];
      if (room !== undefined) go({ room, sign: undefined });
      setWrong(message);
      return;
    }
    const left = openItems(current.rooms);
    const question = `${left > 0 ? `${left} ${left === 1 ? 'item has' : 'items have'} no condition.\n` : ''}Finalize the inspection? It cannot be changed afterwards.`;
    if (finalized && !(await confirm({ text: question, confirmLabel: 'Finalize' }))) return;
    // A walk that comes too late for its inspection is one of its own.
    const own = refusal?.code === 'inspection_finalized' ? crypto.randomUUID() : id;
    const body =
      own === id
        ? parsed.data
        : { ...parsed.data, rooms: withPhotosOf(photos, parsed.data.rooms), version: 0 };
    try {
      await run(async () => {
        const change = { id: own, body, home: home.label, leaseMadeBy: current.lease_made_by };
        const here = photosToSend(body, photos);
        await submit(inspectionChange({ ...change, photos: here, draft: await saved() }));
        for (const item of unsent) if (!item.mayHaveArrived || item.refusal) await discard(item.id);
      });
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
      return;
    }
    void navigate(`/admin/inspections/${home.unit}/${own}`, { replace: true });
  }

  return (
    <>
      <PageHeading
        title={`${walk.kind} inspection`}
        description={home.label}
        action={
          <ButtonLink to={stored ? place : `/admin/home/${home.unit}`} variant="secondary">
            {stored ? 'Back to Inspection' : 'Back to Home'}
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-6">
        {isLeaseDiscarded && (
          <Banner type="warning">The lease of this inspection was discarded on this device.</Banner>
        )}
        {refusal && refusal.code !== NAMED_DISCARDED && (
          <Banner type="warning">
            {refusal.message}{' '}
            {refusal.code === 'inspection_finalized'
              ? 'What you recorded is kept as an inspection of its own.'
              : refusal.code === 'inspection_changed' && 'Saving replaces what was saved there.'}
          </Banner>
        )}
        {problem && <Banner type="error">{problem}</Banner>}
        {signing ? (
          <Signing walk={walk} onChange={change} />
        ) : (
          <>
            <WalkTerms
              walk={walk}
              leases={leases}
              leaseAsked={isLeaseDiscarded ? leaseAsked : 0}
              isNew={!stored && unsent.length === 0}
              user={sources.user}
              onChange={change}
              roomsOf={(kind, lease) => template && firstRooms(kind, moveInOf(inspections, lease), template)}
            />
            <Rooms
              rooms={walk.rooms}
              moveIn={moveIn}
              photos={{
                ...{ sent: stored?.photos, stored: photos, keep: keepPhotos, onReading: setReading },
                put: (at, update) => change(({ rooms }) => ({ rooms: withItemPhotos(rooms, at, update) })),
              }}
              chosen={Number(address.get('room') ?? 0)}
              onChoose={(room) => go({ room: String(room) })}
              onChange={(rooms) => change({ rooms })}
            />
          </>
        )}
        {/* Beside what was pressed, since the top of a walk is far away. */}
        {wrong && <Banner type="error">{wrong}</Banner>}
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {signing ? (
            <>
              <Button busy={busy} busyLabel="Finalizing..." onClick={() => void save(walk, true)}>
                Finalize
              </Button>
              <Button variant="secondary" onClick={() => go({ sign: undefined })}>
                Back to Rooms
              </Button>
            </>
          ) : (
            <>
              <Button disabled={reading} onClick={() => go({ sign: '1' })}>
                Sign and Finalize
              </Button>
              <Button
                variant="secondary"
                busy={busy || reading}
                busyLabel={reading ? 'Reading photos...' : 'Saving...'}
                onClick={() => void save(walk, false)}
              >
                Save Draft
              </Button>
            </>
          )}
        </div>
      </div>
    </>
  );
}
