/** Where photos are kept: a folder or an S3-compatible store. A name is written once and never changed. */
export interface PhotoStore {
  /** Resolves only when the bytes are safe. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such photo. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Rejects, in words for the operator, when photos could not be kept now. */
  ready(): Promise<void>;
  /** For finding what no request refers to any more. */
  list(): AsyncIterable<{ name: string; modified: Date }>;
}

const NAME = /^[0-9a-f-]{36}(-thumbnail)?\.jpg$/;

export function isPhotoName(name: string): boolean {
  return NAME.test(name);
}

/** A name becomes a path, so every store asks this first: a UUID's letters, and nothing that leads elsewhere. */
export function mustBePhotoName(name: string): void {
  if (!isPhotoName(name)) throw new Error(`${JSON.stringify(name.slice(0, 80))} is not a photo's name.`);
}
