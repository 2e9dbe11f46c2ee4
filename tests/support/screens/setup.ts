import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installLocks } from '../offline/locks.ts';
import './dialog.ts';
import './webParts.ts';

installLocks();

// Registered after setup.ts, so that it runs before the console is judged: unmounting can complain too.
afterEach(cleanup);

// A query that waits fails at every change of the page and would print the whole page each time, which took a tenth
// of these tests' time. Its last error gets the page once the wait times out; a query that does not wait gets it at once.
const { getElementError } = getConfig();
configure({
  // A long timeout, since the machine may be busy, and programs of a higher priority beside it.
  asyncUtilTimeout: 90_000,
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});
