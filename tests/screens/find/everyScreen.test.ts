import { expect, test } from 'vitest';
import { actionsOf } from '../../../src/find/actions.ts';
import { managementScreens } from '../../../src/managementScreens.ts';
import { residentScreens } from '../../../src/residentScreens.ts';

const pathsOf = (isManager: boolean) => {
  const { actions, screens } = actionsOf(isManager);
  return new Set([...actions, ...screens].flatMap(({ to }) => to?.split('?')[0] ?? []));
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
