import type {
  Inspection,
  InspectedItem,
  InspectedRoom,
  InspectionKind,
  ItemPhoto,
  SavedInspection,
} from '../../../contract/inspections/inspection.ts';
import type { InspectionTemplate } from '../../../contract/inspections/template.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { Signature } from '../../../contract/ledger/signature.ts';

/** Somebody who may sign: by drawing, or by their full name alone. */
export interface Signer {
  by: 'management' | 'tenant';
  name: string;
  /** The full name that a tenant has on the lease. */
  onLease?: string | undefined;
  strokes: Signature;
  /** Whether the typed name is the signature. */
  typed: boolean;
}

/** What is recorded of an inspection on this device, as its draft keeps it. */
export interface Walk extends Pick<
  SavedInspection,
  'unit_id' | 'lease_id' | 'kind' | 'day' | 'copy' | 'version'
> {
  rooms: InspectedRoom[];
  signers: Signer[];
  /** The id of the item that makes its lease, while that is unsent. */
  lease_made_by?: string | undefined;
}

/** Who may sign: management, the tenants, and who has signed already or whose name was changed. */
export function signersOf(user: User, tenants: readonly string[], before: readonly Signer[] = []): Signer[] {
  const unsigned = { strokes: [], typed: false };
  const [management = { by: 'management', name: fullNameOf(user), ...unsigned }] = before.filter(
    ({ by }) => by === 'management',
  );
  const stay = before.filter(
    (signer) => signer.by === 'tenant' && (tenants.includes(nameOnLease(signer)) || isChanged(signer)),
  );
  const others = tenants.filter((name) => stay.every((signer) => nameOnLease(signer) !== name));
  return [
    management,
    ...stay,
    ...others.map((name) => ({ by: 'tenant' as const, name, onLease: name, ...unsigned })),
  ];
}

function nameOnLease({ name, onLease = name }: Signer): string {
  return onLease;
}

function isChanged({ name, onLease, strokes, typed }: Signer): boolean {
  return name !== onLease || typed || strokes.length > 0;
}

/** The signers as an earlier save has them. */
export function signersIn(signatures: SavedInspection['signatures']): Signer[] {
  return signatures.map(({ by, name, strokes }) => ({
    ...{ by, name },
    ...{ strokes: strokes ?? [], typed: strokes === null },
  }));
}

/** The rooms and items with which an inspection begins, of which nothing is known yet. */
function roomsToInspect(
  rooms: readonly { name: string; items: readonly { name: string }[] }[],
): InspectedRoom[] {
  return rooms.map(({ name, items }) => ({
    name,
    items: items.map((item) => ({ name: item.name, condition: null, remark: null })),
  }));
}

/** The latest finalized move-in of a lease, beside which its move-out stands. */
export function moveInOf(inspections: readonly Inspection[], lease: number | null): Inspection | undefined {
  if (lease === null) return undefined;
  return inspections.find(
    ({ kind, lease_id, finalized_at }) => kind === 'Move-in' && lease_id === lease && finalized_at !== null,
  );
}

/** The rooms of a new inspection: those of the move-in where there is one, or else of the template. */
export function firstRooms(
  kind: InspectionKind,
  moveIn: Inspection | undefined,
  template: InspectionTemplate,
): InspectedRoom[] {
  return roomsToInspect(kind !== 'Move-in' && moveIn ? moveIn.rooms : template.rooms);
}

/** The same item of another inspection: in the room of that name, where several have it the one in the same place among them. */
export function sameItem(
  room: InspectedRoom,
  item: InspectedItem,
  rooms: readonly InspectedRoom[],
  others: readonly InspectedRoom[],
): InspectedItem | undefined {
  const named = (all: readonly InspectedRoom[]) => all.filter(({ name }) => isSame(name, room.name));
  const other = named(others)[named(rooms).indexOf(room)];
  const items = (all: readonly InspectedItem[]) => all.filter(({ name }) => isSame(name, item.name));
  return other && items(other.items)[items(room.items).indexOf(item)];
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The rooms with the photos of one item changed. */
export function withItemPhotos(
  rooms: readonly InspectedRoom[],
  at: { room: number; item: number },
  update: (photos: ItemPhoto[]) => ItemPhoto[],
): InspectedRoom[] {
  return rooms.map((room, place) => ({
    ...room,
    items: room.items.map((item, index) =>
      place === at.room && index === at.item ? { ...item, photos: update(item.photos ?? []) } : item,
    ),
  }));
}

/** The rooms with those photos alone that are on this device, for an inspection that cannot have the others. */
export function withPhotosOf(
  stored: readonly { sha256: string }[],
  rooms: SavedInspection['rooms'],
): SavedInspection['rooms'] {
  const isHere = ({ sha256 }: { sha256: string }) => stored.some((photo) => photo.sha256 === sha256);
  return rooms.map(({ items, ...room }) => ({
    ...room,
    items: items.map((item) => (item.photos ? { ...item, photos: item.photos.filter(isHere) } : item)),
  }));
}

/** What is sent: as a draft without signatures, finalized with those that were given. */
export function bodyOf({ signers, lease_made_by: _, ...walk }: Walk, finalized: boolean): SavedInspection {
  const signed = signers.filter(({ strokes, typed }) => typed || strokes.length > 0);
  return {
    ...walk,
    finalized,
    signatures: finalized
      ? signed.map(({ by, name, strokes, typed }) => ({ by, name, strokes: typed ? null : strokes }))
      : [],
  };
}
