import { PhotoThumb, type PhotoThumbProps } from './PhotoThumb.tsx';

export interface GridPhoto extends Omit<PhotoThumbProps, 'onOpen'> {
  id: string | number;
}

interface PhotoGridProps {
  photos: GridPhoto[];
  /** Called with the photo's id; give it to `PhotoViewer`. */
  onOpen?: ((id: GridPhoto['id']) => void) | undefined;
}

export function PhotoGrid({ photos, onOpen }: PhotoGridProps) {
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-3">
      {photos.map(({ id, ...photo }) => (
        <li key={id}>
          <PhotoThumb {...photo} onOpen={onOpen && (() => onOpen(id))} />
        </li>
      ))}
    </ul>
  );
}
