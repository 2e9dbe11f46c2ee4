/** In place of storage that the browser refuses: lasts as long as the page. */
const inMemory = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

type Area = keyof typeof inMemory;

// Where site data is blocked, each access throws, and so does a write where there is no room.

export function readItem(area: Area, key: string): string | null {
  try {
    return inMemory[area].get(key) ?? globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(area: Area, key: string, value: string): void {
  try {
    globalThis[area].setItem(key, value);
  } catch {
    inMemory[area].set(key, value);
  }
}

export function removeItem(area: Area, key: string): void {
  inMemory[area].delete(key);
  try {
    globalThis[area].removeItem(key);
  } catch {
    // There is nothing to remove.
  }
}
