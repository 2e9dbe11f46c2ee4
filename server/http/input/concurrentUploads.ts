import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import type { User } from '../../../contract/users/user.ts';
import { isNewcomer } from '../../auth/newcomers.ts';
import { ApiError } from '../apiError.ts';

const MIB = 1024 * 1024;
/** The most uploads of one user at a time; an outbox sends one after the other on each device. */
const MOST_UPLOADS = 6;
/** The memory for all uploads of this process, in bytes. */
const MAX_MEMORY = 512 * MIB;
/** The memory for the uploads of one user: the largest form, and what is counted beside its photos. */
const MAX_USER_MEMORY = 1.25 * MAX_PHOTOS * MAX_PHOTO_BYTES;
/** Until management knows them: anyone can register, and many accounts could use up the memory for all. */
const MAX_NEWCOMER_MEMORY = MAX_USER_MEMORY / 2;
/** For all of them together, so that residents can always send. */
const MAX_NEWCOMERS_MEMORY = MAX_MEMORY / 4;

/** What this process receives from one user. */
interface Sender {
  uploads: number;
  bytes: number;
}

/** By user id; 0 for uploads without a user. */
const senders = new Map<number, Sender>();
/** For all uploads, and for those of newcomers alone; in bytes. */
let memoryInUse = 0;
let newcomersMemoryInUse = 0;

/** An upload that is being received. */
export interface Upload {
  /** 429 if this user has too many uploads. */
  refusal?: ApiError;
  /**
   * Counts bytes in memory.
   * @throws {ApiError} 429 or 413 where they are too many for this user, 503 where other users' uploads use the memory
   */
  receive(bytes: number): void;
  /** Frees the memory. */
  free(): void;
  /** Frees the memory and the user's upload slot. */
  end(): void;
}

/** Begins an upload of a user, which lasts until `end` is called. */
export function beginUpload(user: User | undefined): Upload {
  const id = user?.id ?? 0;
  const newcomer = isNewcomer(user);
  const most = newcomer ? MAX_NEWCOMER_MEMORY : MAX_USER_MEMORY;
  const sender = senders.get(id) ?? { uploads: 0, bytes: 0 };
  senders.set(id, sender);
  sender.uploads += 1;
  let bytes = 0;

  function receive(count: number): void {
    take(count);
    const refusal = refusalNow();
    if (!refusal) return;
    // At once, so that the other uploads go on.
    free();
    throw refusal;
  }
  function refusalNow(): ApiError | undefined {
    if (bytes > most) return tooLarge(most);
    if (sender.bytes > most) return tooMany();
    if (memoryInUse > MAX_MEMORY || (newcomer && newcomersMemoryInUse > MAX_NEWCOMERS_MEMORY))
      return new ApiError(503, BUSY, { retryAfter: 10 });
    return undefined;
  }
  function take(count: number): void {
    bytes += count;
    sender.bytes += count;
    memoryInUse += count;
    if (newcomer) newcomersMemoryInUse += count;
  }
  function free(): void {
    take(-bytes);
  }
  function end(): void {
    free();
    sender.uploads -= 1;
    if (sender.uploads === 0) senders.delete(id);
  }
  const upload = { receive, free, end };
  return sender.uploads > MOST_UPLOADS ? { ...upload, refusal: tooMany() } : upload;
}

const BUSY = 'The server is receiving many photos just now. Please try again in a moment.';

function tooMany(): ApiError {
  const message = 'You are sending from several places at once. Please try again in 10 seconds.';
  return new ApiError(429, message, { retryAfter: 10 });
}

function tooLarge(most: number): ApiError {
  return new ApiError(413, `These photos are larger than ${Math.floor(most / MIB)} MB together.`);
}
