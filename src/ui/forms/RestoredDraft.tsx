import { Banner } from '../feedback/Banner.tsx';
import { Button } from './Button.tsx';

/** Says that the form holds what was written before it was opened. */
export function RestoredDraft({ onStartOver }: { onStartOver: () => Promise<void> }) {
  return (
    <Banner
      action={
        // Below the words on a phone, and in line with them.
        <Button
          variant="quiet"
          className="ml-4"
          onClick={({ currentTarget: { form } }) => {
            // This button leaves, and would take the focus out of the form with it.
            void onStartOver().then(() =>
              form?.querySelector<HTMLElement>('input, textarea, select')?.focus(),
            );
          }}
        >
          Start over
        </Button>
      }
    >
      We kept what you wrote.
    </Banner>
  );
}
