/** Where the browser does not offer it, as without HTTPS, there is no promise. */
function storageManager(): StorageManager | undefined {
  return 'storage' in navigator ? navigator.storage : undefined;
}

/** Asks the browser to keep this device's data until the person deletes it. Returns whether it promised to. */
export async function persistStorage(): Promise<boolean> {
  return (await storageManager()?.persist()) ?? false;
}

interface KeptStorage {
  /** In bytes; undefined where the browser does not tell. */
  usage: number | undefined;
  quota: number | undefined;
  /** Whether the browser promised to keep it. */
  persisted: boolean;
}

export async function readKeptStorage(): Promise<KeptStorage> {
  const storage = storageManager();
  const [estimate, persisted] = await Promise.all([storage?.estimate(), storage?.persisted()]);
  return { usage: estimate?.usage, quota: estimate?.quota, persisted: persisted ?? false };
}
