import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

/** Says that the form holds what was written before it was opened. */
export function KeptDraft({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Banner
      action={
        <Button variant="quiet" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      We kept what you wrote.
    </Banner>
  );
}
