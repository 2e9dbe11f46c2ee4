/** In characters. */
const QUOTED = 60;

/** The beginning of a text, as its name. */
export function beginningOf(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED).trimEnd()}…` : text;
}
