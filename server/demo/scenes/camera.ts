import sharp from 'sharp';
import { seeded } from './drawing.ts';

export interface Shot {
  /** The seed of the grain. */
  seed: number;
  /** SVG in a space of 1600 × 1200, or 1200 × 1600 when upright. Far layers may be out of focus. */
  layers: { svg: string; blur?: number }[];
  upright?: boolean;
  /** The camera's tilt in degrees. */
  tilt?: number;
  /** White balance: gains of red, green and blue. */
  cast?: [number, number, number];
  /** Vignette: how dark the corners are, from 0 to 1. */
  vignette?: number;
  /** Noise: one standard deviation in levels of 255. */
  grain?: number;
}

// Drawn smaller and enlarged, since turbulence filters cost by the pixel; a phone's lens is about as soft.
const DRAWN = 0.5;

/** Renders the layers, in and out of focus, and adds grain, vignette and white balance. */
export async function shoot(shot: Shot): Promise<Buffer> {
  const { tilt = 0.8, cast = [1, 1, 1], vignette = 0.35, grain = 6, upright = false } = shot;
  const [width, height] = upright ? [1200, 1600] : [1600, 1200];
  const [w, h] = [width * DRAWN, height * DRAWN];
  const drawn = await Promise.all(
    shot.layers.map(({ svg, blur = 0 }) => {
      const turned = `translate(${width / 2} ${height / 2}) rotate(${tilt}) scale(1.05) translate(${-width / 2} ${-height / 2})`;
      const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}"><g transform="${turned}">${svg}</g></svg>`;
      const picture = sharp(Buffer.from(page));
      return (blur ? picture.blur(blur) : picture).png({ compressionLevel: 0 }).toBuffer();
    }),
  );
  const [first, ...over] = drawn;
  const flat = await sharp(first)
    .composite(over.map((input) => ({ input })))
    .flatten({ background: '#777' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const data = await sharp(flat).resize(width, height, { kernel: 'cubic' }).removeAlpha().raw().toBuffer();
  develop(data, width, height, { seed: shot.seed, cast, vignette, grain });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .blur(0.5)
    .jpeg({ quality: 80 })
    .toBuffer();
}

type Finish = Required<Pick<Shot, 'seed' | 'cast' | 'vignette' | 'grain'>>;

function develop(data: Buffer, width: number, height: number, { seed, cast, vignette, grain }: Finish): void {
  const random = seeded(seed);
  const specks = Float32Array.from(
    { length: 4096 * 4 },
    () => (random() + random() + random() - 1.5) * 2.2 * grain,
  );
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = (y / height - 0.5) * 2;
    let speck = Math.floor(random() * specks.length);
    for (let x = 0; x < width; x += 1) {
      const dx = (x / width - 0.5) * 2;
      const far = (dx * dx + dy * dy) / 2;
      const corner = 1 - vignette * far * (0.6 + 0.4 * far);
      speck = (speck + 1) % specks.length;
      const grained = specks[speck] ?? 0;
      for (let c = 0; c < 3; c += 1, at += 1) {
        const value = (data[at] ?? 0) * corner * (cast[c] ?? 1);
        data[at] = Math.max(0, Math.min(255, value + grained * (1.25 - value / 340)));
      }
    }
  }
}
