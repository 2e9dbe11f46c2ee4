/** What somebody is told who signs out offline. */
export const NO_WAY_BACK = 'Without a connection you cannot sign in again.';
