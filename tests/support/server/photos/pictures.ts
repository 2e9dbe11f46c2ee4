import sharp from 'sharp';

export const red = { r: 200, g: 30, b: 30 };
export const blue = { r: 30, g: 30, b: 200 };

/** Left half red, right half blue. */
export function halves(width: number, height: number) {
  const right = sharp({ create: { width: width / 2, height, channels: 3, background: blue } }).png();
  return right
    .toBuffer()
    .then((input) =>
      sharp({ create: { width, height, channels: 3, background: red } }).composite([
        { input, left: width / 2, top: 0 },
      ]),
    );
}

export async function noise(width: number, height: number, quality = 90): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#888' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .jpeg({ quality })
    .toBuffer();
}
