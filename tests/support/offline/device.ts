import { vi } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { User } from '../../../contract/users/user.ts';
import { markOnline } from '../../../src/api/connection.ts';
import { database, withDatabase, type OutboxItem } from '../../../src/offline/engine/database.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { toStoredPhoto, queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { itemsOf } from '../../../src/offline/engine/outbox/unsentItems.ts';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { forgetInMemory } from '../../../src/offline/engine/reads/memoryStore.ts';
import { replay, type Replayed, type ReplaySession } from '../../../src/offline/engine/outbox/replay.ts';
import '../../../src/offline/subjects/policies.ts';
import { photo, type TestServer } from '../server/server.ts';

/** The ids of the test server's users. */
export const MANAGER = 1;
export const ROBIN = 2;
export const NOOR = 3;
const NAMES: Record<number, string> = { [MANAGER]: 'manager', [ROBIN]: 'resident', [NOOR]: 'neighbour' };

/** A user's device: its session, and the actions of the user. */
export interface TestDevice {
  /** Who is signed in; undefined for nobody. */
  person: number | undefined;
  session: ReplaySession;
  /** The number of token renewals. */
  renewals: number;
  /** Whether the session can be renewed. */
  renewable: boolean;
  send: (eager?: boolean) => Promise<Replayed>;
  report: (information: string, photos?: StoredPhoto[]) => Promise<OutboxItem>;
  edit: (request: MaintenanceRequest, information: string, photos?: StoredPhoto[]) => Promise<OutboxItem>;
  cancel: (request: MaintenanceRequest) => Promise<OutboxItem>;
  complete: (request: MaintenanceRequest) => Promise<OutboxItem>;
  waiting: () => Promise<OutboxItem[]>;
  /** The requests that the server shows this user, newest first. */
  onServer: () => Promise<MaintenanceRequest[]>;
}

/** Empties the device and the server's requests, and signs a user in. */
export async function phoneOf(server: TestServer, person: number = ROBIN): Promise<TestDevice> {
  for (const table of database.tables) await table.clear();
  forgetInMemory(() => true);
  await server.database.sql`delete from photos where maintenance_request_id is not null`;
  await server.database.sql`delete from idempotency_keys`;
  await server.database.sql`delete from maintenance_requests`;
  markOnline();
  const { user } = (
    await server.call('POST', '/users/login', {
      body: { username: NAMES[person], password: 'porchlight' },
    })
  ).json<{ user: User }>();
  await rememberUser(user);
  const tokens = new Map<number, string>();
  const tokenOf = async (userId: number) => {
    let token = tokens.get(userId);
    if (!token) tokens.set(userId, (token = await server.token(NAMES[userId] ?? '')));
    return token;
  };
  const as = async (path: string) => server.call('GET', path, { as: await tokenOf(phone.person ?? person) });

  const phone: TestDevice = {
    person,
    renewals: 0,
    renewable: true,
    session: {
      async token(userId, spent) {
        if (phone.person !== userId) return undefined;
        if (!spent) return tokenOf(userId);
        phone.renewals += 1;
        if (!phone.renewable) return undefined;
        tokens.delete(userId);
        return tokenOf(userId);
      },
    },
    send: (eager = true) => replay(phone.session, { eager }),
    report: (information, photos = []) =>
      queue({
        userId: phone.person ?? person,
        route: 'createMaintenance',
        input: { body: { information } },
        photos,
      }),
    edit: (request, information, photos = []) =>
      queue({
        userId: phone.person ?? person,
        route: 'updateMaintenance',
        input: {
          params: { id: String(request.id) },
          body: {
            information,
            keep_photos: request.photos.map(({ id }) => id),
            updated_at: request.updated_at,
          },
        },
        photos,
        record: `maintenance:${request.id}`,
      }),
    cancel: (request) =>
      queue({
        userId: phone.person ?? person,
        route: 'cancelMaintenance',
        input: { params: { id: String(request.id) } },
        record: `maintenance:${request.id}`,
      }),
    complete: (request) =>
      queue({
        userId: phone.person ?? person,
        route: 'completeMaintenance',
        input: { params: { id: String(request.id) }, body: { completed: true } },
        record: `maintenance:${request.id}`,
      }),
    waiting: () => itemsOf(phone.person ?? person),
    onServer: async () => (await as('/maintenance')).json<MaintenanceRequest[]>(),
  };
  return phone;
}

export async function aPhoto(colour = 'teal', name = `${colour}.jpg`): Promise<StoredPhoto> {
  return toStoredPhoto(new Blob([new Uint8Array(await photo(colour))], { type: 'image/jpeg' }), name);
}

/** All outbox items of the device, of all users. */
export async function allItems(): Promise<OutboxItem[]> {
  return withDatabase((db) => db.outbox.orderBy('seq').toArray());
}

/** Makes the next writes fail with a QuotaExceededError. */
export function outOfSpace(times: number): void {
  let left = times;
  const put = IDBObjectStore.prototype.put;
  const add = IDBObjectStore.prototype.add;
  const full = (real: typeof put) =>
    function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if (left <= 0) return real.apply(this, args);
      left -= 1;
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full(put));
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full(add));
}
