import type { StoredPhoto } from '../storedRecords.ts';

/** The SHA-256 of bytes, in hex, as the server's answers give it. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether every photo's bytes still match their digest. */
export async function intact(photos: readonly StoredPhoto[]): Promise<boolean> {
  for (const photo of photos) {
    if ((await digestOf(photo.bytes)) !== photo.sha256) return false;
  }
  return true;
}
