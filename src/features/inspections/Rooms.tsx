import { Check, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  MOST_ITEMS,
  MOST_ROOMS,
  openItems,
  type InspectedItem,
  type InspectedRoom,
  type Inspection,
} from '../../../contract/inspections/inspection.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { ItemCondition } from './ItemCondition.tsx';
import type { WalkPhotos } from './ItemPhotos.tsx';
import { sameItem } from './walk.ts';

interface RoomsProps {
  rooms: readonly InspectedRoom[];
  /** The move-in, beside which each item stands. */
  moveIn: Inspection | undefined;
  chosen: number;
  onChoose: (room: number) => void;
  onChange: (rooms: InspectedRoom[]) => void;
  photos: WalkPhotos;
}

/** The rooms of an inspection, of which one is open. */
export function Rooms({ rooms, moveIn, chosen, onChoose, onChange, photos }: RoomsProps) {
  const open = Math.min(Math.max(Number.isInteger(chosen) ? chosen : 0, 0), rooms.length - 1);
  const room = rooms[open];
  const put = (changed: InspectedRoom) => onChange(rooms.map((each, at) => (at === open ? changed : each)));
  return (
    <>
      <nav aria-label="Rooms" className="flex flex-wrap gap-2">
        {rooms.map((each, at) => {
          const left = openItems([each]);
          return (
            <button
              // Two rooms may have the same name.
              key={at}
              type="button"
              aria-current={at === open ? 'step' : undefined}
              onClick={() => onChoose(at)}
              className={joinClasses(
                'inline-flex min-h-11 max-w-full flex-wrap items-center gap-x-2 rounded-control border px-[min(0.75rem,3vw)] py-1.5 text-left font-semibold',
                at === open ? 'border-accent bg-accent-soft' : 'border-edge bg-surface',
              )}
            >
              <span className="wrap-anywhere">{each.name}</span>
              {left > 0 ? (
                <span className="text-sm font-normal text-muted">{left} left</span>
              ) : (
                <Check aria-label="done" className="size-4 shrink-0" />
              )}
            </button>
          );
        })}
      </nav>
      {room && (
        <RoomCard
          key={open}
          room={room}
          beside={(item) => moveIn && sameItem(room, item, rooms, moveIn.rooms)}
          onChange={put}
          open={open}
          photos={photos}
          onRemove={() => {
            onChange(rooms.filter((_, at) => at !== open));
            onChoose(Math.max(open - 1, 0));
          }}
          onNext={open + 1 < rooms.length ? () => onChoose(open + 1) : undefined}
        />
      )}
      {rooms.length < MOST_ROOMS && (
        <Adding
          label="Another room"
          button="Add Room"
          onAdd={(name) => {
            onChange([...rooms, { name, items: [] }]);
            onChoose(rooms.length);
          }}
        />
      )}
    </>
  );
}

interface RoomCardProps {
  room: InspectedRoom;
  beside: (item: InspectedItem) => InspectedItem | undefined;
  onChange: (room: InspectedRoom) => void;
  /** Its place among the rooms. */
  open: number;
  photos: WalkPhotos;
  onRemove: () => void;
  onNext: (() => void) | undefined;
}

function RoomCard({ room, beside, onChange, open, photos, onRemove, onNext }: RoomCardProps) {
  const { name, items } = room;
  return (
    <Card
      title={name}
      action={
        <Button variant="quiet" icon={Trash2} aria-label={`Remove room: ${name}`} onClick={onRemove}>
          Remove
        </Button>
      }
    >
      <ul role="list" className="flex flex-col gap-6 empty:hidden">
        {items.map((item, at) => (
          // Two items may have the same name.
          <li key={at}>
            <ItemCondition
              item={item}
              room={name}
              before={beside(item)}
              at={{ room: open, item: at }}
              photos={photos}
              onChange={(changed) =>
                onChange({ name, items: items.map((each, place) => (place === at ? changed : each)) })
              }
              onRemove={() => onChange({ name, items: items.filter((_, place) => place !== at) })}
            />
          </li>
        ))}
      </ul>
      {items.length < MOST_ITEMS && (
        <Adding
          label={`Another item of ${name}`}
          button="Add Item"
          onAdd={(added) =>
            onChange({ name, items: [...items, { name: added, condition: null, remark: null }] })
          }
        />
      )}
      {onNext && (
        <Button variant="secondary" className="sm:self-start" onClick={onNext}>
          Next Room
        </Button>
      )}
    </Card>
  );
}

interface AddingProps {
  label: string;
  button: string;
  onAdd: (name: string) => void;
}

/** A field for a name, and the button that adds it. */
function Adding({ label, button, onAdd }: AddingProps) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        onAdd(name.trim());
        setName('');
      }}
    >
      <Field
        label={label}
        className="min-w-0 grow basis-full sm:basis-0"
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="secondary" icon={Plus}>
        {button}
      </Button>
    </form>
  );
}
