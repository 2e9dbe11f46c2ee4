import { PhotoThumb, type PhotoThumbProps } from './PhotoThumb.tsx';

interface PhotoGridProps {
  photos: (Omit<PhotoThumbProps, 'onOpen'> & { id: string })[];
  /** Called with the photo's id; give it to `PhotoViewer`. */
  onOpen: (id: string) => void;
}

export function PhotoGrid({ photos, onOpen }: PhotoGridProps) {
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-3">
      {photos.map(({ id, ...photo }) => (
        <li key={id}>
          <PhotoThumb {...photo} onOpen={() => onOpen(id)} />
        </li>
      ))}
    </ul>
  );
}
