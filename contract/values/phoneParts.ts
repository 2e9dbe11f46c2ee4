/** What is dialled once a call is answered, at the end of a number: "x12", "ext. 12", "extension 12" or "#12". */
const EXTENSION = /[\s,;]*(?<![a-z])(?:extension|extn?|x|#)\.?:?\s*(\d{1,7})$/i;

/** The parts of a phone number as somebody typed it: what is called, and the digits of the extension. */
export function phoneParts(typed: string): { number: string; extension: string | undefined } {
  const found = EXTENSION.exec(typed);
  return { number: found ? typed.slice(0, found.index) : typed, extension: found?.[1] };
}
