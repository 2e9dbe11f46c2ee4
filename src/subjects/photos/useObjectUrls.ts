import { useEffect, useState } from 'react';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';

/** Addresses under which photos of this device can be shown, by the photo's id; given back when they change. */
export function useObjectUrls(photos: readonly StoredPhoto[]): ReadonlyMap<string, string> {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const ids = photos.map(({ id }) => id).join(' ');
  useEffect(() => {
    const made = new Map(
      photos.map(({ id, bytes, type }) => [id, URL.createObjectURL(new Blob([bytes], { type }))]),
    );
    // An object URL is a resource outside React, to be made and given back exactly as an effect is.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setUrls(made);
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
    // The bytes under an id never change, and a live query hands out new objects for the same ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids]);
  return urls;
}
