import { expect, test } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { managementScreens } from '../../../src/managementScreens.ts';
import { residentScreens } from '../../../src/residentScreens.ts';
import { linksOf } from '../../../src/shell/navigationLinks.tsx';
import { isHere, type LinkGroup, type NavigationLink } from '../../../src/ui/layout/navigationLink.ts';

/** All that the navigation has for somebody, the further links by their groups. */
function navigationOf(is_manager: boolean) {
  const navigation = linksOf({ is_manager } as User);
  const links: NavigationLink[] = navigation.links;
  const more: readonly LinkGroup[] = 'more' in navigation ? navigation.more : [];
  return { links, more, all: [...links, ...more.flatMap((group) => group.links)] };
}

test('whatever management goes to often is one step away, below the heading of its group', () => {
  const { more } = navigationOf(true);
  expect(more.map(({ heading, links }) => [heading, ...links.map(({ label }) => label)])).toEqual([
    ['People and homes', 'Leases', 'Inspections', 'Messages', 'Invitations', 'Import'],
    ['Money', 'Books', 'Late fees', 'Utility rates'],
    ['Community', 'Community', 'Upkeep', 'Contact Us'],
    ['This device', 'Profile', 'Unsent', 'This device'],
  ]);
});

/** From the bell, and from Contact Us or a person’s own choices. */
const ELSEWHERE = ['/notifications', '/notifications/preferences', '/admin/notifications'];

test('every screen of management is in the navigation, or stands below one that is', () => {
  const { all } = navigationOf(true);
  const screens = Object.keys(managementScreens).map((path) => path.replace(/\/:\w+/g, '/1'));
  const lost = screens.filter((path) => !ELSEWHERE.includes(path) && !all.some((link) => isHere(link, path)));
  expect(lost).toEqual([]);
});

test('every screen of a resident is in the navigation, or stands below one that is', () => {
  const { all } = navigationOf(false);
  const screens = Object.keys(residentScreens).map((path) => path.replace(/\/:\w+/g, '/1'));
  const lost = screens.filter((path) => !ELSEWHERE.includes(path) && !all.some((link) => isHere(link, path)));
  expect(lost).toEqual([]);
});

test.for([true, false])('each link is there once, and leads to a screen (of management: %s)', (isManager) => {
  const { all } = navigationOf(isManager);
  expect(new Set(all.map(({ to }) => to)).size).toBe(all.length);
  const screens = [
    '/dashboard/resident',
    '/admin/dashboard',
    ...Object.keys({ ...managementScreens, ...residentScreens }),
  ];
  for (const { to } of all) expect(screens).toContain(to.split('#')[0]);
});
