// A proxy or firewall may refuse one item with a page of its own, such as a photo over its limit, and pass on the others.

const TOO_LARGE = 413;

/** Whether a proxy that answers with this status has not passed the request on. Any other page may stand for a lost answer. */
export function certainlyNotPassedOn(status: number): boolean {
  return status === TOO_LARGE;
}

/** Why the item does not leave, and what the person can do: an edit replaces it only if it has not arrived. */
export function wordsOfProxyRefusal(photos: number, mayHaveArrived: boolean): string {
  const [refused, without] =
    photos === 0
      ? ['this', '']
      : photos === 1
        ? ['this photo', ', or without the photo']
        : ['these photos', ', or without the photos'];
  const ways = `on another network${mayHaveArrived ? '' : without}`;
  return `Something between this device and Porchlight refuses ${refused}. It may go through ${ways}.`;
}
