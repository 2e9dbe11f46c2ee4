import sharp from 'sharp';

interface Photograph {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** JPEGs with noise, each of another colour, as files of a file chooser. */
export async function photographs(count: number, width = 900, height = 1200): Promise<Photograph[]> {
  const made: Photograph[] = [];
  for (let each = 1; each <= count; each += 1) {
    const background = { r: 60 + 15 * each, g: 150 - 10 * each, b: 120 };
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const buffer = await sharp({ create: { width, height, channels: 3, background, noise } })
      .tint(background)
      .jpeg({ quality: 85 })
      .toBuffer();
    made.push({ name: `photo ${each}.jpg`, mimeType: 'image/jpeg', buffer });
  }
  return made;
}
