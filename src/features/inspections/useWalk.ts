import { useLayoutEffect, useRef, useState } from 'react';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import type { ItemPhoto } from '../../../contract/inspections/inspection.ts';
import { INSPECTION_KINDS } from '../../../contract/inspections/inspection.ts';
import { FIRST_TEMPLATE, type InspectionTemplate } from '../../../contract/inspections/template.ts';
import type { User } from '../../../contract/users/user.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { useDraft } from '../../offline/hooks/useDraft.ts';
import type { InspectionItem } from '../../offline/subjects/inspections.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { askedLease, leaseFor, leaseOf, type HomeLease } from './homeLeases.ts';
import { firstRooms, moveInOf, signersIn, signersOf, type Walk } from './walk.ts';

export interface WalkSources {
  id: string;
  unit: number;
  /** What was asked for, where the inspection is new. */
  kind: string | null;
  lease: string | null;
  user: User;
  inspections: readonly Inspection[];
  /** The photos of it that earlier saves have on this device. */
  storedPhotos: readonly StoredPhoto[];
  /** The unsent saves of this inspection. */
  unsent: readonly InspectionItem[];
  /** Those of the home, sent or not. */
  leases: readonly HomeLease[];
  /** The ids of those that were sent recently, by the ids of their items. */
  sentAs: ReadonlyMap<string, number>;
  template: InspectionTemplate | undefined;
}

/** The draft of one inspection: from where it was left, in what is unsent, in what the server has, or from the template. */
export function useWalk(sources: WalkSources) {
  const { unit, id } = sources;
  const { draft, setValue, setPhotos, saved, problem } = useDraft<Walk | null>(
    `inspection-${unit}-${id}`,
    null,
  );
  const [first] = useState(() => firstWalk(sources));
  const walk = draft ? currentWalk(draft.value ?? first, sources) : undefined;
  // What a photo is added to is what was tapped until it is read.
  const latest = useRef({ walk: first, photos: draft?.photos ?? [] });
  // A layout effect, since it is what was changed last only until something else is.
  useLayoutEffect(() => {
    if (walk) latest.current = { walk, photos: draft?.photos ?? [] };
  });
  const change = (update: Partial<Walk> | ((walk: Walk) => Partial<Walk>)) => {
    const before = latest.current.walk;
    latest.current.walk = { ...before, ...(typeof update === 'function' ? update(before) : update) };
    setValue(latest.current.walk);
  };
  return {
    /** Undefined until read. */
    walk,
    change,
    /** The photos of this device: of the draft, and of earlier saves. */
    photos: [...(draft?.photos ?? []), ...sources.storedPhotos],
    /** Keeps photos that were taken now with the draft, before an item names them. */
    keepPhotos: (taken: readonly StoredPhoto[]) => {
      latest.current.photos = [...latest.current.photos, ...taken];
      setPhotos(latest.current.photos);
    },
    saved,
    problem,
  };
}

/** The walk with its lease under the id that it got since, and with those who are on it now. */
function currentWalk(
  { lease_made_by, ...walk }: Walk,
  { user, leases, sentAs }: Pick<WalkSources, 'user' | 'leases' | 'sentAs'>,
): Walk {
  const sent = lease_made_by === undefined ? undefined : sentAs.get(lease_made_by);
  const lease = sent === undefined ? { lease_id: walk.lease_id, lease_made_by } : { lease_id: sent };
  const known = leaseOf(leases, lease);
  const signers = known ? signersOf(user, known.tenants, walk.signers) : walk.signers;
  return { ...walk, ...lease, signers };
}

function firstWalk(sources: WalkSources): Walk {
  const { id, unit, kind: asked, user, inspections, unsent, leases, template } = sources;
  const stored = inspections.find((each) => each.id === id);
  const latest = unsent.at(-1);
  const isRefused = unsent.some(({ refusal }) => refusal !== undefined);
  const copy = crypto.randomUUID();
  if (latest) {
    const { signatures, finalized: _, ...body } = latest.input.body;
    // Of a refused one, the server has a later version, which this one takes the place of.
    const kept = isRefused ? { copy, version: stored?.version ?? body.version } : {};
    return {
      ...body,
      ...kept,
      rooms: body.rooms.map(readRoom),
      lease_made_by: latest.shown.leaseMadeBy,
      signers: signersOf(user, [], signersIn(signatures)),
    };
  }
  if (stored) {
    const { unit_id, lease_id, kind, day, rooms, version } = stored;
    return {
      unit_id,
      lease_id,
      kind,
      day,
      rooms,
      version,
      copy,
      signers: signersOf(user, []),
    };
  }
  const kind = INSPECTION_KINDS.find((each) => each === asked) ?? 'Periodic';
  const lease = askedLease(leases, sources.lease, sources.sentAs) ?? leaseFor(leases, kind);
  return {
    ...{
      unit_id: unit,
      lease_id: lease?.lease_id ?? null,
      lease_made_by: lease?.lease_made_by,
      kind,
      day: isoDay(),
      copy,
      version: 0,
    },
    rooms: firstRooms(kind, moveInOf(inspections, lease?.lease_id ?? null), template ?? FIRST_TEMPLATE),
    signers: signersOf(user, lease?.tenants ?? []),
  };
}

function readRoom({
  name,
  items,
}: {
  name: string;
  items: {
    name: string;
    condition: string | null;
    remark?: string | null;
    photos?: ItemPhoto[] | undefined;
  }[];
}) {
  return {
    name,
    items: items.map((item) => ({ ...item, remark: item.remark ?? null })) as Walk['rooms'][number]['items'],
  };
}
