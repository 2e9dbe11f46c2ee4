/** A value as text that a client hands back as it is, such as a cursor or the marker of a page. */
export function writeOpaque(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The value of such a text, which anybody may have made up; undefined where it is none. */
export function readOpaque(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
