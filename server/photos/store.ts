/** A folder or an S3-compatible bucket. A name is written once and never changed. */
export interface PhotoStore {
  /** Resolves once the bytes are durable. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such photo. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removing a missing photo is no error. */
  remove(name: string): Promise<void>;
  /** Rejects with a message for the operator if photos cannot be stored. */
  ready(): Promise<void>;
}

/** Photos cannot be stored or read just now. The message is for the operator. */
export class PhotoStoreUnavailable extends Error {}

const NAME = /^[0-9a-f-]{36}(-thumbnail)?\.jpg$/;

/** Every store checks a name before it becomes a path: it must be a UUID with a known suffix. */
export function assertPhotoName(name: string): void {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name.slice(0, 80))} is not a photo's name.`);
}
