/** In milliseconds: how long an answer of the server waits for a device that does not answer. */
const DEVICE_PATIENCE = 3000;

/** Undefined where the device takes too long, as it does while a suspended page holds its locks. */
export async function unlessHung<T>(access: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DEVICE_PATIENCE);
  });
  return Promise.race([access, late]).finally(() => clearTimeout(timer));
}
