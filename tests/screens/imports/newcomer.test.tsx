import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Invitation } from '../../../contract/users/invitation.ts';
import { test } from '../../support/screens/world.ts';
import { choose, file, open } from '../../support/screens/imports/import.ts';
import { manager, server } from '../../support/server/world.ts';

/** From the chosen file on. */
const MOST_INTERACTIONS = 8;

test('tenants are invited after one rent roll and at most eight interactions', async () => {
  const app = await open();
  await choose(
    app,
    file(
      'roll.csv',
      'Property,Unit,Tenants,Email,Lease start,Lease end,Rent,Balance due',
      'Cedar Row,1,Nora Fielding,nora@example.com,02/13/2026,At will,"$1,100.00",$120.00',
      'Cedar Row,2,VACANT,,,,,',
      'Cedar Row,3,"Ari Lund, Kay Lund",,03/01/2026,02/28/2027,"$1,250.00",$0.00',
      ',,,,,Total:,"$2,350.00",$120.00',
    ),
  );
  let interactions = 0;
  const interact = async (done: Promise<unknown>) => {
    interactions += 1;
    await done;
  };
  const press = async (role: 'button' | 'link', name: RegExp | string) => {
    await waitFor(() => expect(screen.getByRole(role, { name })).toBeEnabled());
    await interact(app.user.click(screen.getByRole(role, { name })));
  };
  await interact(app.user.type(await screen.findByLabelText('Address of Cedar Row'), '5 Cedar Street'));
  await press('button', 'Use this answer');
  await press('button', 'Import');
  await screen.findByText('Imported: 1 property, 3 units, 3 people, 2 leases, 1 opening balance.');
  // The button is gone, and where it leads to comes next.
  expect(document.activeElement).toHaveTextContent(/^Imported: 1 property/);
  await press('link', 'Invite People');
  await press('button', /^Invite 3 People/);
  const letters = within(await screen.findByRole('region', { name: 'Invitations' }));
  expect(await letters.findByText('3 invitations are ready.')).toBeVisible();
  expect(interactions).toBeLessThanOrEqual(MOST_INTERACTIONS);
  const invited = await server.call('GET', '/invitations', { as: manager });
  expect(invited.json<Invitation[]>().map((each) => each.first_name)).toEqual(['Nora', 'Ari', 'Kay']);
});
