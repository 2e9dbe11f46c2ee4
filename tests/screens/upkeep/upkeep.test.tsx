import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { card, modalClosed, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('upkeep is planned for every home, changed and ended, and is read without a connection', async () => {
  const app = await openApp(server, { at: '/admin/upkeep', as: 'manager' });
  await screen.findByText('No Upkeep Planned');
  const [add] = screen.getAllByRole('button', { name: 'Plan Upkeep' });
  await app.user.click(add!);
  const form = within(await screen.findByRole('dialog', { name: 'Plan Upkeep' }));
  await app.user.type(await form.findByLabelText('What is to be done'), 'New filters');
  await form.findByRole('option', { name: 'Maple Court' });
  await app.user.selectOptions(form.getByLabelText('Property'), 'Maple Court');
  await app.user.type(form.getByLabelText('Every (months)'), '0');
  await app.user.type(form.getByLabelText('Next day'), '2040-01-15');
  await app.user.click(form.getByRole('button', { name: 'Plan Upkeep' }));
  await form.findByText('Upkeep recurs every 1 to 60 months.');
  await app.user.clear(form.getByLabelText('Every (months)'));
  await app.user.type(form.getByLabelText('Every (months)'), '3');
  await app.user.click(form.getByRole('button', { name: 'Plan Upkeep' }));
  await modalClosed();
  await screen.findByText('The upkeep was planned.');
  const plan = await card('New filters');
  expect(plan.getByText('Every 3 months')).toBeVisible();
  expect(plan.getByText('January 15, 2040')).toBeVisible();
  expect(plan.getByText(/Every home/)).toHaveTextContent('Every home, Maple Court');

  await app.user.click(plan.getByRole('button', { name: 'Change: New filters' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Change Upkeep' }));
  await app.user.clear(await edit.findByLabelText('Every (months)'));
  await app.user.type(edit.getByLabelText('Every (months)'), '12');
  await app.user.click(edit.getByRole('button', { name: 'Save' }));
  await modalClosed();
  await screen.findByText('Every year');
  app.network.offline = true;
  app.go('/admin/dashboard');
  app.go('/admin/upkeep');
  await screen.findByText('Every year');
  await screen.findByText('You need a connection to plan upkeep. You can look here what is planned.');
  app.reconnect();

  const again = await card('New filters');
  await app.user.click(again.getByRole('button', { name: 'End: New filters' }));
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'End' }));
  await screen.findByText('No Upkeep Planned');
});
