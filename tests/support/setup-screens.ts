import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Registered after setup.ts, so that it runs before the console is judged: unmounting can complain too.
afterEach(cleanup);
