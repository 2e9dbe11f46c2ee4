import { hash } from 'node:crypto';

/** A file as it was sent. */
export interface ReceivedFile {
  filename: string;
  bytes: Buffer;
  /** The digest of `bytes` in hex. It identifies a repeated request, and the sender compares it. */
  sha256: string;
}

export function receivedFile(filename: string, bytes: Buffer): ReceivedFile {
  return { filename, bytes, sha256: hash('sha256', bytes, 'hex') };
}
