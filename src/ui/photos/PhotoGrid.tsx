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
  /** Whether they stand in a row of a list. */
  small?: boolean | undefined;
}

/** Photos as squares of a fixed size, so that the layout does not jump. */
export function PhotoGrid({ photos, onOpen, small = false }: PhotoGridProps) {
  const size = small ? 'size-20' : 'size-28';
  const pixels = small ? 80 : 112;
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-3">
      {photos.map(({ id, src, alt, onRemove, badge, caption }) => (
        <li key={id} className={`${small ? 'w-20' : 'w-28'} print:break-inside-avoid`}>
          <div className={`relative ${size}`}>
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
                className={`${size} rounded-control border border-line bg-sunken object-cover text-xs text-muted`}
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
