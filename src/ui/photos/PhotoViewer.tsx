import { ChevronLeft, ChevronRight, X, type LucideIcon } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import { useModalDialog } from '../layout/modalDialog.ts';

interface PhotoViewerProps {
  photos: { id: string; src: string; alt: string }[];
  /** The first photo to show. */
  startId: string;
  onClose: () => void;
}

/** Photos on the full screen, one at a time, with arrow keys and Escape. */
export function PhotoViewer({ photos, startId, onClose }: PhotoViewerProps) {
  const close = useRef<HTMLButtonElement>(null);
  const dialog = useModalDialog(onClose, close);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ id }) => id === startId),
    ),
  );
  const photo = photos[Math.min(index, photos.length - 1)];
  const turn = (by: number) => setIndex((index + by + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  const several = photos.length > 1;

  return (
    // The arrow keys do the same as the buttons.
    <dialog
      ref={dialog}
      aria-label="Photo"
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-night text-on-night motion-safe:animate-fade"
    >
      <p aria-live="polite" className="sr-only">
        {photo?.alt}
      </p>
      {photo && <img src={photo.src} alt={photo.alt} className="size-full object-contain" />}
      <RoundButton ref={close} icon={X} label="Close" onClick={onClose} className="top-3 right-3" />
      {several && (
        <>
          <RoundButton
            icon={ChevronLeft}
            label="Previous photo"
            onClick={() => turn(-1)}
            className="bottom-4 left-4"
          />
          <p
            aria-hidden
            className="absolute inset-x-0 bottom-6.5 mx-auto w-fit rounded-full bg-night px-3 py-1 text-sm font-semibold tabular-nums"
          >
            {index + 1} / {photos.length}
          </p>
          <RoundButton
            icon={ChevronRight}
            label="Next photo"
            onClick={() => turn(1)}
            className="right-4 bottom-4"
          />
        </>
      )}
    </dialog>
  );
}

interface RoundButtonProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  className: string;
  ref?: Ref<HTMLButtonElement> | undefined;
}

function RoundButton({ icon: Icon, label, onClick, className, ref }: RoundButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={joinClasses(
        'absolute grid size-12 place-items-center rounded-full border border-night-line bg-night text-on-night outline-accent',
        className,
      )}
    >
      <Icon aria-hidden className="size-6" />
    </button>
  );
}
