import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { CONDITIONS, LONGEST_REMARK, type InspectedItem } from '../../../contract/inspections/inspection.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';
import { ItemPhotos, type ItemPlace, type WalkPhotos } from './ItemPhotos.tsx';
import { foundText } from './inspectionTexts.ts';

interface ItemConditionProps {
  item: InspectedItem;
  room: string;
  /** The same item when the tenant moved in. */
  before: InspectedItem | undefined;
  onChange: (item: InspectedItem) => void;
  at: ItemPlace;
  photos: WalkPhotos;
  onRemove: () => void;
}

/** One item of a room: its condition by one tap, and a remark. */
export function ItemCondition({ item, room, before, onChange, at, photos, onRemove }: ItemConditionProps) {
  const id = useId();
  const [photographing, setPhotographing] = useState(Boolean(item.photos?.length));
  const [remarking, setRemarking] = useState(item.remark !== null);
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <p id={id} className="font-semibold wrap-anywhere">
        {item.name}
      </p>
      {before && <p className="text-sm wrap-anywhere text-muted">Moving in: {foundText(before)}</p>}
      <div className="flex flex-wrap gap-2">
        {CONDITIONS.map((condition) => (
          <label
            key={condition}
            className="relative inline-flex min-h-11 max-w-full cursor-pointer items-center rounded-control border border-edge bg-surface px-[min(0.75rem,3vw)] py-1.5 font-medium select-none has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={`${id}-condition`}
              className="sr-only"
              checked={item.condition === condition}
              onChange={() => onChange({ ...item, condition })}
            />
            {condition}
          </label>
        ))}
      </div>
      {remarking ? (
        <TextArea
          label={`Remark on ${item.name}`}
          rows={2}
          maxLength={LONGEST_REMARK}
          value={item.remark ?? ''}
          onChange={({ target }) => onChange({ ...item, remark: target.value === '' ? null : target.value })}
        />
      ) : null}
      {photographing && <ItemPhotos item={item} at={at} photos={photos} />}
      <div className="flex flex-wrap gap-x-3">
        {!photographing && (
          <Button
            variant="quiet"
            aria-label={`Add photos: ${item.name}, ${room}`}
            onClick={() => setPhotographing(true)}
          >
            Add Photos
          </Button>
        )}
        {!remarking && (
          <Button
            variant="quiet"
            aria-label={`Add remark: ${item.name}, ${room}`}
            onClick={() => setRemarking(true)}
          >
            Add Remark
          </Button>
        )}
        <Button variant="quiet" icon={Trash2} aria-label={`Remove: ${item.name}, ${room}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}
