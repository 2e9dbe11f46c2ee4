import type { ReactNode } from 'react';
import { X } from 'lucide-react';

interface GridPhoto {
  id: string;
  src: string;
  alt: string;
  onRemove?: (() => void) | undefined;
  /** A label at the foot of the photo, such as "Waiting". */
  badge?: string | undefined;
  /** What stands under it. One with a caption is on paper too, so it is not loaded only once it is in sight. */
  caption?: ReactNode;
}

interface PhotoGridProps {
  photos: GridPhoto[];
  /** Called with the id of the photo, to open it in `PhotoViewer`. */
  onOpen: (id: string) => void;
  size?: PhotoSize | undefined;
}

/** Of a record on its own, of one in a row of a list, or within a dense row. */
export type PhotoSize = 'large' | 'small' | 'row';

const SIZES: Readonly<Record<PhotoSize, { square: string; width: string; pixels: number }>> = {
  large: { square: 'size-28', width: 'w-28', pixels: 112 },
  small: { square: 'size-20', width: 'w-20', pixels: 80 },
  row: { square: 'size-11', width: 'w-11', pixels: 44 },
};

/** Photos as squares of a fixed size, so that the layout does not jump. */
export function PhotoGrid({ photos, onOpen, size = 'large' }: PhotoGridProps) {
  const { square, width, pixels } = SIZES[size];
  return (
    <ul aria-label="Photos" className={size === 'row' ? 'flex flex-wrap gap-2' : 'flex flex-wrap gap-3'}>
      {photos.map(({ id, src, alt, onRemove, badge, caption }) => (
        <li key={id} className={`${width} print:break-inside-avoid`}>
          <div className={`relative ${square}`}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              aria-label={`View ${alt}`}
              className="rounded-control"
            >
              <img
                src={src}
                alt={alt}
                width={pixels}
                height={pixels}
                loading={caption ? 'eager' : 'lazy'}
                decoding="async"
                className={`${square} rounded-control border border-line bg-sunken object-cover text-xs text-muted`}
              />
            </button>
            {badge && (
              <span className="pointer-events-none absolute inset-x-px bottom-px rounded-b-control bg-night px-2 py-0.5 text-center text-xs font-semibold text-on-night">
                {badge}
              </span>
            )}
            {onRemove && (
              <button
                type="button"
                onClick={onRemove}
                aria-label={`Remove ${alt}`}
                className="absolute -top-2 -right-2 grid size-11 place-items-center rounded-full"
              >
                <span className="grid size-7 place-items-center rounded-full border border-night-line bg-night text-on-night">
                  <X aria-hidden className="size-4" />
                </span>
              </button>
            )}
          </div>
          {caption && <p className="text-xs text-muted">{caption}</p>}
        </li>
      ))}
    </ul>
  );
}
