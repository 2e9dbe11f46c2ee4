import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { filesIn } from '../../../scripts/sources.mjs';

const changes = new Set(
  Object.entries<Route>(routes)
    .filter(([, { method }]) => method !== 'GET')
    .map(([name]) => name),
);

/** The changes that a file sends by a call of its own, and `any` where the route is not written down. */
function sentBy(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(
    /\bcall(?:Untyped)?(?:<[^>]*>)?\(\s*(?:\w+\.)?(\w+)(\[)?/g,
  );
  return [...calls].flatMap(([, name = '', dynamic]) => {
    if (dynamic) return ['any'];
    return changes.has(name) ? [name] : [];
  });
}

test('a change of somebody signed in is sent by the forms’ hooks or by the outbox', () => {
  const sent = ['src', 'sw']
    .flatMap((folder) => filesIn(folder))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, sentBy(file)] as const)
    .filter(([, names]) => names.length > 0);
  expect(Object.fromEntries(sent)).toEqual({
    // `useOnlineForm` and `useOnlineChange` send by `useOnlineStep`; what is queued, the outbox sends.
    'src/forms/useOnlineStep.ts': ['any'],
    'src/offline/engine/outbox/deliver.ts': ['any', 'any'],
    // The session itself, by which all others are sent.
    'src/session/signIn.ts': ['refresh', 'login'],
    'src/session/tokens.ts': ['refresh'],
    'src/session/rememberedUser.ts': ['logout'],
    // Before anybody is signed in.
    'src/features/session/AcceptInvitation.tsx': ['readInvitation', 'acceptInvitation'],
    'src/features/session/ConfirmEmail.tsx': ['confirmEmail'],
    'src/features/session/ForgotPassword.tsx': ['forgetPassword'],
    'src/features/session/NewPasswordByLink.tsx': ['readPasswordReset', 'completePasswordReset'],
    'src/features/session/Register.tsx': ['register'],
    'src/features/session/SetUp.tsx': ['readSetup', 'completeSetup'],
    // In the service worker, where no hook runs.
    'sw/pushing.ts': ['subscribePush'],
    'sw/replaying.ts': ['refresh'],
  });
});
