interface PrecachedFile {
  url: string;
  /** Null where the file's name has a digest, so that the browser keeps it for good. */
  revision?: string | null | undefined;
}

/** As many as a browser asks one host for at once over HTTP/1.1. */
const AT_ONCE = 6;

/**
 * Fetches the files of an installation side by side into the browser's HTTP cache. Workbox, which takes them from there, asks for one
 * after the other, each of which would cost a round trip.
 */
export async function fetchSideBySide(files: readonly (PrecachedFile | string)[]): Promise<void> {
  const left = files.flatMap((file) => (typeof file === 'string' || file.revision !== null ? [] : file.url));
  const fetchNext = async (): Promise<void> => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      // Workbox asks again for what did not come, and its installation fails by what does not come then.
      await fetch(url).then(
        (response) => response.blob(),
        () => undefined,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}
