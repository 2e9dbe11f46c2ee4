import { Banner } from '../feedback/Banner.tsx';
import { Button } from './Button.tsx';

/** Says that the form holds what was written before it was opened. */
export function KeptDraft({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Banner
      action={
        // Below the words on a phone, and in line with them.
        <Button variant="quiet" className="ml-4" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      We kept what you wrote.
    </Banner>
  );
}
