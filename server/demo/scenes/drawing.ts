/** Numbers from 0 to 1 that are the same for a seed on every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function times(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('');
}

export function gradient(id: string, stops: string[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${spread(stops)}</linearGradient>`;
}

export function glow(id: string, stops: string[], [cx, cy, r] = [0.5, 0.5, 0.5]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${spread(stops)}</radialGradient>`;
}

function spread(stops: string[]): string {
  return times(stops.length, (i) => {
    const [colour, opacity = '1'] = (stops[i] ?? '').split('/');
    return `<stop offset="${i / (stops.length - 1)}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  });
}

export function blur(id: string, deviation: number): string {
  return `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

/** A rough surface lit from one side, to multiply over a shape: plaster, concrete, carpet. */
export function rough(id: string, frequency: string, relief: number, seed: number, octaves = 3): string {
  return `<filter id="${id}" x="0" y="0" width="100%" height="100%">
    <feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>
    <feDiffuseLighting surfaceScale="${relief}" lighting-color="#fff" result="lit"><feDistantLight azimuth="225" elevation="52"/></feDiffuseLighting>
    <feComposite in="SourceGraphic" in2="lit" operator="arithmetic" k1="1.25" result="both"/>
    <feComposite in="both" in2="SourceGraphic" operator="in"/></filter>`;
}

/** A filter that makes edges uneven, as those of a liquid or a tear. */
export function ragged(id: string, frequency: number, by: number, seed: number, deviation = 0): string {
  return `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%">
    <feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="${seed}"/>
    <feDisplacementMap in="SourceGraphic" scale="${by}" xChannelSelector="R" yChannelSelector="G"/>
    ${deviation ? `<feGaussianBlur stdDeviation="${deviation}"/>` : ''}</filter>`;
}

/** A closed, smooth, uneven outline. */
export function blob(
  x: number,
  y: number,
  rx: number,
  ry: number,
  uneven: number,
  random: () => number,
): string {
  const count = 14;
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const reach = 1 + (random() - 0.5) * 2 * uneven;
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach] as const;
  });
  const at = (i: number) => points[(i + count) % count] ?? ([x, y] as const);
  const start = at(0);
  return `M${start[0]},${start[1]}${times(count, (i) => {
    const [p, a, b, n] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one = `${a[0] + (b[0] - p[0]) / 6},${a[1] + (b[1] - p[1]) / 6}`;
    return `C${one} ${b[0] - (n[0] - a[0]) / 6},${b[1] - (n[1] - a[1]) / 6} ${b[0]},${b[1]}`;
  })}Z`;
}

/** A pipe along a path: strokes from dark and wide to light and narrow, shifted towards the light. */
export function tube(
  path: string,
  width: number,
  shades: string[],
  [dx, dy] = [-0.12, -0.12],
  cap = 'round',
): string {
  return times(shades.length, (i) => {
    const part = i / shades.length;
    const line = `stroke="${shades[i]}" stroke-width="${width * (1 - part * 0.94)}" stroke-linecap="${cap}"`;
    return `<path d="${path}" fill="none" stroke-linejoin="round" ${line} transform="translate(${dx * width * part} ${dy * width * part})"/>`;
  });
}

export const CHROME = ['#2b2f33', '#4d5358', '#7c8388', '#9ca3a8', '#bfc5c9', '#dfe3e5', '#ffffff'];

const SEGMENTS = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg'];
const BARS: Record<string, string> = {
  a: 'M1,0H9',
  b: 'M10,1V9',
  c: 'M10,11V19',
  d: 'M1,20H9',
  e: 'M0,11V19',
  f: 'M0,1V9',
  g: 'M1,10H9',
};

/** Digits of seven bars, so that no font is needed; each is 10 wide and 20 high before scaling. */
export function digits(
  text: string,
  x: number,
  y: number,
  scale: number,
  colour: string,
  weight = 2.2,
): string {
  return times(text.length, (i) => {
    const bars = Array.from(SEGMENTS[Number(text[i])] ?? '', (bar) => BARS[bar]).join('');
    const place = `translate(${x + i * 15 * scale} ${y}) scale(${scale}) skewX(-4)`;
    return `<path d="${bars}" transform="${place}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round"/>`;
  });
}
