import { compareTimes } from '../../../contract/values/calendar.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Inspection, InspectionKind } from '../../../contract/inspections/inspection.ts';
import type { ItemPhoto } from '../../../contract/inspections/inspection.ts';
import { INSPECTION_KINDS } from '../../../contract/inspections/inspection.ts';
import { FIRST_TEMPLATE, type InspectionTemplate } from '../../../contract/inspections/template.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { useDraft } from '../../offline/hooks/useDraft.ts';
import type { InspectionItem } from '../../offline/subjects/inspections.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { firstRooms, moveInOf, type Signer, type Walk } from './walk.ts';

export interface WalkSources {
  id: string;
  unit: number;
  /** What was asked for, where the inspection is new. */
  kind: string | null;
  user: User;
  inspections: readonly Inspection[];
  /** The photos of it that earlier saves have on this device. */
  storedPhotos: readonly StoredPhoto[];
  /** The unsent saves of this inspection. */
  unsent: readonly InspectionItem[];
  leases: readonly Lease[];
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
  const walk = draft ? (draft.value ?? first) : undefined;
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

function firstWalk({
  id,
  unit,
  kind: asked,
  user,
  inspections,
  unsent,
  leases,
  template,
}: WalkSources): Walk {
  const stored = inspections.find((each) => each.id === id);
  const latest = unsent.at(-1);
  const isRefused = unsent.some(({ refusal }) => refusal !== undefined);
  const copy = crypto.randomUUID();
  if (latest) {
    const { signatures: _, finalized: __, ...body } = latest.input.body;
    // Of a refused one, the server has a later version, which this one takes the place of.
    const kept = isRefused ? { copy, version: stored?.version ?? body.version } : {};
    return {
      ...body,
      ...kept,
      rooms: body.rooms.map(readRoom),
      signers: signersOf(user, leaseOf(leases, body.lease_id)),
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
      signers: signersOf(user, leaseOf(leases, lease_id)),
    };
  }
  const kind = INSPECTION_KINDS.find((each) => each === asked) ?? 'Periodic';
  const lease = leaseFor(leases, kind);
  return {
    ...{ unit_id: unit, lease_id: lease?.id ?? null, kind, day: isoDay(), copy, version: 0 },
    rooms: firstRooms(kind, moveInOf(inspections, lease?.id ?? null), template ?? FIRST_TEMPLATE),
    signers: signersOf(user, lease),
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

function leaseOf(leases: readonly Lease[], id: number | null): Lease | undefined {
  return leases.find((lease) => lease.id === id);
}

/** The lease of a home that an inspection is most likely of: moving in the next to begin, or else the one that began last. */
function leaseFor(leases: readonly Lease[], kind: InspectionKind): Lease | undefined {
  const today = isoDay();
  const byStart = [...leases].sort((one, other) => compareTimes(other.starts, one.starts));
  if (kind === 'Move-in') return byStart[0];
  return byStart.find(({ starts }) => starts <= today) ?? byStart[0];
}

export function signersOf(user: User, lease: Lease | undefined): Signer[] {
  const unsigned = { strokes: [], typed: false };
  return [
    { by: 'management', name: fullNameOf(user), ...unsigned },
    ...(lease?.tenants ?? []).map((tenant) => ({
      by: 'tenant' as const,
      name: fullNameOf(tenant),
      ...unsigned,
    })),
  ];
}
