import '../../support/screens/dialog.ts';

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { Modal } from '../../../src/ui/layout/Modal.tsx';

function Screen({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        + New Request
      </button>
      {open && (
        <Modal title="New request" onClose={close} footer={<button type="submit">Save</button>}>
          <textarea aria-label="Issue" />
        </Modal>
      )}
    </>
  );
}

async function opened() {
  const onClose = vi.fn();
  render(<Screen onClose={onClose} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '+ New Request' }));
  return { user, onClose, dialog: screen.getByRole('dialog', { name: 'New request' }) };
}

test('after a modal whose button is gone, the focus is on the content', async () => {
  function Left() {
    const [open, setOpen] = useState(true);
    return (
      <main id="content" tabIndex={-1}>
        {open && <Modal title="An entry" onClose={() => setOpen(false)} children="Rent" />}
      </main>
    );
  }
  render(<Left />);
  await userEvent.setup().keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a modal holds the focus on its title and keeps the page behind from scrolling', async () => {
  await opened();
  expect(screen.getByRole('heading', { name: 'New request' })).toHaveFocus();
  expect(document.documentElement).toHaveAttribute('data-modal');
});

test('Escape closes a modal, gives the focus back and lets the page scroll again', async () => {
  const { user, onClose } = await opened();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '+ New Request' })).toHaveFocus();
  expect(document.documentElement).not.toHaveAttribute('data-modal');
});

test('a click beside the modal closes it, a click inside does not', async () => {
  const { user, onClose, dialog } = await opened();
  await user.click(screen.getByLabelText('Issue'));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a press that began inside and ended beside the modal does not close it', async () => {
  const { user, onClose, dialog } = await opened();
  await user.pointer([{ keys: '[MouseLeft>]', target: screen.getByLabelText('Issue') }, { target: dialog }]);
  dialog.click();
  expect(onClose).not.toHaveBeenCalled();
});

test('the × closes the modal', async () => {
  const { user, onClose } = await opened();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("the phone's back gesture closes the modal", async () => {
  const { onClose, dialog } = await opened();
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a file picker that was left without a choice does not close the modal around it', async () => {
  const { onClose } = await opened();
  screen.getByLabelText('Issue').dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
});
