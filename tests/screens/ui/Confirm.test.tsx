import '../../support/screens/dialog.ts';

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { ConfirmProvider, useConfirm } from '../../../src/ui/feedback/Confirm.tsx';

function Asker({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const confirm = useConfirm();
  return (
    <button
      type="button"
      onClick={async () =>
        onAnswer(await confirm({ text: 'Delete unit 2B?', confirmLabel: 'Delete', danger: true }))
      }
    >
      Ask
    </button>
  );
}

async function asked() {
  const onAnswer = vi.fn();
  render(
    <ConfirmProvider>
      <Asker onAnswer={onAnswer} />
    </ConfirmProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return { user, onAnswer };
}

test('a question starts on the safe choice and answers no', async () => {
  const { user, onAnswer } = await asked();
  expect(screen.getByRole('alertdialog', { name: 'Delete unit 2B?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('confirming answers yes and gives the focus back', async () => {
  const { user, onAnswer } = await asked();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
  expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus();
});

test('Escape answers a question with no', async () => {
  const { user, onAnswer } = await asked();
  await user.keyboard('{Escape}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
});
