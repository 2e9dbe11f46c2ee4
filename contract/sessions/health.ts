/** How the server is pinged: apart from the schemas, since every start of the app knows it. */
export const HEALTH = { method: 'GET', path: '/health' } as const;
