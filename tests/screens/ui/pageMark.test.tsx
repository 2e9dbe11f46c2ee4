import '../../support/screens/dialog.ts';

import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Modal } from '../../../src/ui/layout/Modal.tsx';

const isMarked = () => document.documentElement.hasAttribute('data-modal');

test('the page is marked as covered until the last of its dialogs is closed', () => {
  const dialog = (title: string) => (
    <Modal title={title} onClose={() => undefined}>
      It asks.
    </Modal>
  );
  const one = render(dialog('New request'));
  const other = render(dialog('Discard changes?'));
  expect(isMarked()).toBe(true);
  other.unmount();
  expect(isMarked()).toBe(true);
  one.unmount();
  expect(isMarked()).toBe(false);
});

test('no style on screen has the browser look through the whole page at each change of it', () => {
  const styles = readFileSync('src/styles.css', 'utf8');
  const onScreen =
    styles.slice(0, styles.indexOf('@media print')) + styles.slice(styles.indexOf('@layer base'));
  expect(onScreen).toContain(':root[data-bottom-bar]');
  expect(onScreen).toMatch(/:root:is\(\[data-locked\], \[data-modal\]\) body \{\s*overflow: hidden;/);
  expect(onScreen.match(/(?::root|html|body)\S*:has\(.*/g)).toBeNull();
});
