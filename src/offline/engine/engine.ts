// What a page does with the database of this device. It is loaded with Dexie once the first screen is drawn (`loadEngine.ts`).
export { liveQuery } from 'dexie';
export { readFact, withDatabase } from './database.ts';
export { lastUser, storesReadsOf } from './deviceUser.ts';
export { itemsOf } from './outbox/unsentItems.ts';
export { appliedChanges } from './reads/appliedChanges.ts';
export { cachedAges, pickCached, readCached } from './reads/cachedReads.ts';
export { fetchAndCache, refreshCached } from './reads/refreshCached.ts';
export { keepTime } from './storedTime.ts';
