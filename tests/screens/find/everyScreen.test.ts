import { expect, test } from 'vitest';
import { actionsOf, examplesOf } from '../../../src/find/actions.ts';
import { managementScreens } from '../../../src/managementScreens.ts';
import { find } from '../../../src/find/find.ts';
import { FindIndex } from '../../../src/find/FindIndex.ts';
import { residentScreens } from '../../../src/residentScreens.ts';
import { linksOf } from '../../../src/shell/navigationLinks.tsx';
import type { User } from '../../../contract/users/user.ts';

const pathsOf = (isManager: boolean) => {
  const { actions, screens } = actionsOf(isManager);
  return new Set([...actions, ...screens].flatMap(({ to }) => to?.split(/[?#]/)[0] ?? []));
};
const withoutParameters = (screens: object) => Object.keys(screens).filter((path) => !path.includes(':'));

test.each(['/admin/dashboard', ...withoutParameters(managementScreens)])(
  'management finds the screen %s',
  (path) => {
    expect(pathsOf(true)).toContain(path);
  },
);

test.each(['/dashboard/resident', ...withoutParameters(residentScreens)])(
  'a resident finds the screen %s',
  (path) => {
    expect(pathsOf(false)).toContain(path);
  },
);

test('Find leads a resident to no screen of management, and nobody to one that there is not', () => {
  const all = [
    ...Object.keys({ ...managementScreens, ...residentScreens }),
    '/admin/dashboard',
    '/dashboard/resident',
  ];
  for (const path of [...pathsOf(true), ...pathsOf(false)]) expect(all).toContain(path);
  expect([...pathsOf(false)].filter((path) => path.startsWith('/admin'))).toEqual([]);
});

/** What is found where this device has nothing. */
const found = (typed: string, isManager: boolean) =>
  [...find(new FindIndex(), { typed, isManager, recent: [] })].at(-1) ?? [];
const linksOfAll = [true, false].flatMap((isManager) => {
  const user = { is_manager: isManager, must_change_password: false, must_add_second_factor: false };
  const places = linksOf(user as User);
  const more = 'more' in places ? places.more.flatMap((group) => group.links) : [];
  return [...places.links, ...more].map(({ label, to }) => [label, to, isManager] as const);
});

test.each(linksOfAll)(
  'the name of a screen in the menu, “%s”, finds that screen first: %s',
  (label, to, isManager) => {
    expect(found(label, isManager)[0]?.hits[0]?.to).toBe(to);
  },
);

test.each([true, false])('each example finds something (management: %s)', (isManager) => {
  const examples = examplesOf(isManager);
  expect(examples).toHaveLength(3);
  for (const example of examples) expect(found(example, isManager)).not.toEqual([]);
});
