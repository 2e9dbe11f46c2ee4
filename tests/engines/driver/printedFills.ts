import { inflateSync } from 'node:zlib';

/** A filled rectangle of a printed page. */
export interface Fill {
  /** Red, green and blue from 0 to 1. */
  color: number[];
  /** In square units of the page. */
  area: number;
}

/**
 * The rectangles that a PDF of cairo fills, such as the grounds of a page and its boxes. The operators are those of
 * ISO 32000-1, 8.5 and 8.6: `rg` chooses a colour, `re` adds a rectangle, `f` fills what was added.
 */
export function printedFills(pdf: Buffer): Fill[] {
  return contentStreams(pdf).flatMap((content) => {
    const fills: Fill[] = [];
    let color: number[] = [];
    let added: number[] = [];
    const operations = content.matchAll(
      /(?:([\d.-]+) ([\d.-]+) ([\d.-]+) rg|([\d.-]+) ([\d.-]+) re|\b(f\*?|n|S))(?=\s)/g,
    );
    for (const [, red, green, blue, width, height, painting] of operations) {
      if (red) color = [red, green, blue].map(Number);
      else if (width) added.push(Math.abs(Number(width) * Number(height)));
      else {
        if (painting?.startsWith('f')) fills.push(...added.map((area) => ({ color, area })));
        added = [];
      }
    }
    return fills;
  });
}

/** The uncompressed streams that draw something; fonts and pictures are left out. */
function contentStreams(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode[\s\S]*?stream\r?\n([\s\S]*?)endstream/g);
  return [...streams]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .filter((content) => /\d re\s/.test(content) && /^[\s\d.-]/.test(content));
}
