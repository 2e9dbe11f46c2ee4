import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { test } from '../../support/screens/world.ts';
import { open, file, choose, part } from '../../support/screens/imports/import.ts';

const PEOPLE = 'Name,Email,Unit,Property';
const button = () => screen.findByRole('button', { name: 'Import' });

test('the cells of one cause are corrected on screen together, the first eight of many and then the others', async () => {
  const app = await open();
  await choose(
    app,
    file('people.csv', PEOPLE, ...Array.from({ length: 10 }, (_, row) => `Jo Roe${row},jo,102,Maple Court`)),
  );
  const sheet = within(await part('people.csv'));
  await app.user.click(sheet.getByRole('button', { name: 'Correct here: Email in 10 rows, from line 2 on' }));
  const fields = () => sheet.getAllByRole('textbox', { name: /^Email in line/ });
  expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual(Array(8).fill('jo'));
  expect(fields()[0]).toHaveFocus();
  expect(fields()[0]).toHaveAccessibleDescription('Unit 102');
  for (const [place, field] of fields().entries()) {
    // The focus is on the first, whose text is selected.
    if (place > 0) await app.user.clear(field);
    await app.user.type(field, `jo${place}@example.com`, {
      initialSelectionStart: 0,
      initialSelectionEnd: 2,
    });
  }
  await app.user.click(sheet.getByRole('button', { name: 'Use these' }));
  await app.user.click(await sheet.findByRole('button', { name: 'Correct here: Email in lines 10 and 11' }));
  expect(fields()).toHaveLength(2);
  await app.user.clear(fields()[0]!);
  await app.user.click(sheet.getByRole('button', { name: 'Use these' }));
  await app.user.click(await sheet.findByRole('button', { name: 'Correct here: Email in line 11' }));
  await app.user.clear(fields()[0]!);
  await app.user.type(fields()[0]!, 'jo9@example.com');
  await app.user.click(sheet.getByRole('button', { name: 'Use this' }));
  await waitFor(async () => expect(await button()).toBeEnabled());
});

test('what is chosen of a question shows at once, before the files are read with it', async () => {
  const app = await open();
  await choose(app, file('people.csv', PEOPLE, 'Jo Roe,jo@example.com,901,Maple Court'));
  const make = await screen.findByRole('radio', { name: 'Make it' });
  app.network.offline = true;
  await app.user.click(make);
  expect(make).toBeChecked();
});
