import { useContext, type ReactNode } from 'react';
import { Button } from '../ui/forms/Button.tsx';
import { BrandContext } from '../ui/layout/brand.ts';
import { Modal } from '../ui/layout/Modal.tsx';

/** The steps that install the app on iOS, where a page cannot ask for it. */
export function IosSteps({ onClose }: { onClose: () => void }) {
  const { name } = useContext(BrandContext);
  return (
    <Modal
      title="Add to Home Screen"
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ol className="flex flex-col gap-4">
        <Step picture={<SharePicture />}>
          Tap <strong>Share</strong> in the bar of your browser.
        </Step>
        <Step picture={<AddPicture />}>
          Scroll down and tap <strong>Add to Home Screen</strong>.
        </Step>
        <Step picture={<ConfirmPicture />}>
          Tap <strong>Add</strong>, and open {name ?? 'Porchlight'} from your home screen. Sign in there once.
        </Step>
      </ol>
    </Modal>
  );
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span
        aria-hidden
        className="grid size-16 shrink-0 place-items-center rounded-card border border-line bg-sunken text-info"
      >
        {picture}
      </span>
      <p className="min-w-0">{children}</p>
    </li>
  );
}

const drawing = {
  viewBox: '0 0 32 32',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  className: 'size-10',
} as const;

function SharePicture() {
  return (
    <svg {...drawing}>
      <path d="M11 13H8v15h16V13h-3M16 20V4M11.5 8.5 16 4l4.5 4.5" />
    </svg>
  );
}

function AddPicture() {
  return (
    <svg {...drawing}>
      <rect x="5" y="5" width="22" height="22" rx="6" />
      <path d="M16 11v10M11 16h10" />
    </svg>
  );
}

function ConfirmPicture() {
  return (
    <svg {...drawing}>
      <rect x="4" y="8" width="24" height="16" rx="4" />
      <path d="m11 16 3.5 3.5L21 13" />
    </svg>
  );
}
