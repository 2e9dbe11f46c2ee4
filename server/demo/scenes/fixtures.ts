import type { Shot } from './camera.ts';
import { blur, digits, glow, gradient, rough, seeded, times } from './drawing.ts';

export function coldThermostat(): Shot {
  return {
    seed: 5,
    tilt: 1.6,
    cast: [0.95, 0.99, 1.05],
    layers: [
      {
        svg: `<defs>${gradient('w', ['#d7d3c8', '#bdb8ab', '#96917f'], [0, 0, 1, 0.6])}${rough('p', '0.09', 0.9, 12)}${blur('b', 24)}${blur('s', 5)}${gradient('case', ['#fbfaf6', '#e4e1d9', '#c9c5bb'], [0, 0, 0.6, 1])}${gradient('lcd', ['#93a58b', '#b7c6aa', '#a4b598'], [0, 0, 1, 1])}${gradient('key', ['#efece4', '#c8c4b9'])}</defs>
        <g filter="url(#p)"><rect x="-100" y="-100" width="1800" height="1400" fill="url(#w)"/></g>
        <rect x="480" y="365" width="730" height="540" rx="40" fill="#3f3b31" opacity=".55" filter="url(#b)"/><rect x="450" y="320" width="720" height="540" rx="38" fill="#aaa699"/><rect x="450" y="316" width="720" height="532" rx="38" fill="url(#case)"/><rect x="462" y="326" width="696" height="510" rx="32" fill="none" stroke="#fff" stroke-width="5" opacity=".7"/>
        <rect x="520" y="390" width="420" height="300" rx="14" fill="#6d7567"/><rect x="528" y="400" width="406" height="284" rx="9" fill="url(#lcd)"/>
        <g opacity=".25" transform="translate(5 6)">${digits('58', 612, 470, 7.4, '#2c352a')}</g>${digits('58', 612, 470, 7.4, '#20281f')}<circle cx="842" cy="478" r="15" fill="none" stroke="#20281f" stroke-width="8"/>${digits('70', 553, 424, 1.5, '#39432f', 2.4)}
        <path d="M560,650 h80 M660,650 h26" stroke="#39432f" stroke-width="7" stroke-linecap="round"/><polygon points="528,400 770,400 600,684 528,684" fill="#fff" opacity=".16"/>
        ${times(2, (i) => `<rect x="988" y="${404 + i * 154}" width="126" height="128" rx="22" fill="#777365" opacity=".6" filter="url(#s)"/><rect x="988" y="${398 + i * 154}" width="126" height="128" rx="22" fill="url(#key)"/><path d="${i ? 'M1027,596 l24,28 l24,-28' : 'M1027,478 l24,-28 l24,28'}" fill="none" stroke="#6b675c" stroke-width="9" stroke-linecap="round"/>`)}
        ${times(16, (i) => `<rect x="${526 + i * 37}" y="746" width="20" height="48" rx="9" fill="#8f8b7f"/>`)}`,
      },
    ],
  };
}

export function chirpingAlarm(): Shot {
  return {
    seed: 6,
    tilt: -2,
    cast: [1, 0.99, 0.95],
    vignette: 0.5,
    layers: [
      {
        svg: `<defs>${gradient('c', ['#b5b3ac', '#dddbd3', '#98968e'], [0, 0.1, 1, 1])}${rough('p', '0.07', 1.2, 17)}${blur('b', 34)}${blur('s', 7)}${glow('body', ['#f6f4ec', '#eceae1', '#bab7ac'], [0.4, 0.36, 0.68])}${glow('dome', ['#fffefa', '#e5e2d8', '#c4c1b6'], [0.38, 0.32, 0.75])}${glow('led', ['#fff', '#ff5a3c', '#c81808'])}${glow('h', ['#ff4a2a/.75', '#ff4a2a/0'])}</defs>
        <g filter="url(#p)"><rect x="-100" y="-100" width="1800" height="1400" fill="url(#c)"/></g>
        <ellipse cx="870" cy="690" rx="420" ry="372" fill="#2e2c26" opacity=".6" filter="url(#b)"/><ellipse cx="800" cy="600" rx="412" ry="368" fill="#98958a"/><ellipse cx="797" cy="592" rx="405" ry="360" fill="url(#body)"/>
        ${times(44, (i) => {
          const a = (i / 44) * 2 * Math.PI;
          const at = (r: number) => `${790 + Math.cos(a) * r},${580 + Math.sin(a) * r * 0.89}`;
          return `<path d="M${at(292)} L${at(352)}" stroke="#4b483f" stroke-width="13" stroke-linecap="round"/>`;
        })}
        <ellipse cx="796" cy="596" rx="262" ry="234" fill="#55524a" opacity=".5" filter="url(#s)"/><ellipse cx="788" cy="576" rx="258" ry="229" fill="url(#dome)"/>
        <ellipse cx="770" cy="560" rx="76" ry="67" fill="#d3d0c5" stroke="#9c998d" stroke-width="5"/>${times(5, (i) => `<path d="M${726 + i * 22},${532 + Math.abs(i - 2) * 5} v${56 - Math.abs(i - 2) * 10}" stroke="#5b584e" stroke-width="8" stroke-linecap="round"/>`)}
        <circle cx="912" cy="660" r="96" fill="url(#h)"/><circle cx="912" cy="660" r="16" fill="url(#led)"/><ellipse cx="690" cy="450" rx="90" ry="42" fill="#fff" opacity=".55" filter="url(#s)"/>`,
      },
    ],
  };
}

export function flickeringHallway(): Shot {
  const door = (near: number, far: number, side: number) => {
    const x = (d: number) => 600 + side * 560 * d;
    const y = (d: number, h: number) => 800 + h * d;
    const panel = (top: number, bottom: number, a: number, b: number, fill: string) =>
      `<polygon points="${x(a)},${y(a, top)} ${x(b)},${y(b, top)} ${x(b)},${y(b, bottom)} ${x(a)},${y(a, bottom)}" fill="${fill}"/>`;
    const inset = (near - far) * 0.1;
    return `${panel(-455, 700, near, far, '#241a12')}${panel(-430, 700, near - inset, far + inset, '#57402c')}${panel(60, 100, near - inset * 2, near - inset * 3, '#c9a55b')}`;
  };
  const lamp = (d: number, opacity: number) =>
    `<ellipse cx="600" cy="${800 - 690 * d}" rx="${150 * d}" ry="${30 * d}" fill="#fff6d8" opacity="${opacity}"/>`;
  return {
    seed: 7,
    upright: true,
    tilt: -1.5,
    cast: [1.04, 0.98, 0.84],
    vignette: 0.6,
    grain: 12,
    layers: [
      {
        blur: 0.7,
        svg: `<defs>${gradient('l', ['#4d463a', '#8d8068', '#b9a98a'], [0, 0, 1, 0])}${gradient('r', ['#b3a384', '#83765f', '#453f34'], [0, 0, 1, 0])}${gradient('cl', ['#38342c', '#a59a83'])}${gradient('fl', ['#6d4440', '#4c2c2b', '#2b1918'])}${rough('p', '0.12', 1.3, 9)}${glow('h', ['#fff3cc/.95', '#ffe6a6/.35', '#ffe2a0/0'])}${glow('dim', ['#c8a860/.6', '#8b7040/0'])}</defs>
        <rect x="-100" y="-100" width="1400" height="1800" fill="#8d8168"/><polygon points="-100,-230 410,570 410,1010 -100,1900" fill="url(#l)"/><polygon points="1300,-230 790,570 790,1010 1300,1900" fill="url(#r)"/><polygon points="-200,-300 1400,-300 790,570 410,570" fill="url(#cl)"/>
        <g filter="url(#p)"><polygon points="-100,1712 1300,1712 790,992 410,992" fill="url(#fl)"/></g><rect x="410" y="570" width="380" height="432" fill="#b7a788"/><rect x="520" y="690" width="160" height="312" fill="#4e3a28"/><rect x="535" y="705" width="130" height="297" fill="#6c5138"/><circle cx="648" cy="865" r="8" fill="#dcb96b"/><rect x="556" y="614" width="88" height="36" fill="#7de08c"/>
        <path d="M-100,1712 L410,992 M1300,1712 L790,992" stroke="#e1d5ba" stroke-width="17" opacity=".75"/>
        ${door(0.82, 0.58, -1)}${door(1.16, 0.92, 1)}${door(0.62, 0.48, 1)}
        <ellipse cx="600" cy="600" rx="330" ry="300" fill="url(#h)" opacity=".8"/>${lamp(0.36, 1)}${lamp(0.48, 0.98)}<ellipse cx="600" cy="1060" rx="260" ry="85" fill="url(#h)" opacity=".4"/>
        <ellipse cx="600" cy="165" rx="420" ry="230" fill="url(#dim)"/><ellipse cx="600" cy="150" rx="178" ry="52" fill="#5b4a2a"/><ellipse cx="600" cy="140" rx="165" ry="44" fill="#b59a62"/><ellipse cx="672" cy="144" rx="72" ry="26" fill="#fff1c0" opacity=".9"/><path d="M470,140 q60,-40 130,-38" stroke="#e8d49c" stroke-width="6" fill="none" opacity=".6"/>`,
      },
    ],
  };
}

export function hangingMailbox(): Shot {
  const random = seeded(81);
  const box = (i: number) => {
    const [x, y] = [-60 + (i % 4) * 440, -130 + Math.floor(i / 4) * 390];
    const open = i === 5;
    const inside = `<rect x="${x + 14}" y="${y + 14}" width="397" height="347" fill="url(#in)"/><polygon points="${x + 60},${y + 361} ${x + 96},${y + 205} ${x + 330},${y + 190} ${x + 350},${y + 361}" fill="#d9d2bf"/><polygon points="${x + 110},${y + 361} ${x + 130},${y + 240} ${x + 370},${y + 258} ${x + 362},${y + 361}" fill="#f3eee0"/><rect x="${x + 300}" y="${y + 275}" width="38" height="32" fill="#a2483b"/>`;
    const light = 0.06 + random() * 0.1;
    const door = `<rect x="${x + 14}" y="${y + 14}" width="397" height="347" rx="5" fill="url(#metal)"/><rect x="${x + 14}" y="${y + 14}" width="397" height="347" rx="5" fill="#fff" opacity="${light}"/><path d="M${x + 17},${y + 360} V${y + 17} H${x + 409}" stroke="#fff" stroke-width="4" opacity=".55" fill="none"/><rect x="${x + 140}" y="${y + 70}" width="150" height="70" rx="5" fill="#e9e6db" stroke="#57544b" stroke-width="4"/>${digits(String(201 + i), x + 172, y + 84, 2, '#2b2a26', 2)}<circle cx="${x + 213}" cy="${y + 255}" r="26" fill="#6c6a64"/><circle cx="${x + 211}" cy="${y + 252}" r="23" fill="#d5d2c8"/><rect x="${x + 208}" y="${y + 238}" width="7" height="28" fill="#2c2b28"/>`;
    if (!open) return door;
    const hung = `rotate(17 ${x + 20} ${y + 356}) translate(-6 26)`;
    return {
      inside,
      door: `<rect x="${x + 34}" y="${y + 44}" width="397" height="347" transform="${hung}" fill="#12110f" opacity=".6" filter="url(#b)"/><g transform="${hung}">${door}</g><circle cx="${x + 22}" cy="${y + 362}" r="11" fill="#33312c"/>`,
    };
  };
  let hanging = '';
  const boxes = times(16, (i) => {
    const drawn = box(i);
    if (typeof drawn === 'string') return drawn;
    hanging = drawn.door;
    return drawn.inside;
  });
  return {
    seed: 8,
    tilt: -1.2,
    cast: [1.03, 0.99, 0.9],
    vignette: 0.5,
    layers: [
      {
        svg: `<defs>${gradient('metal', ['#b4b1a8', '#8f8c84', '#a9a69c', '#7b7972'], [0, 0, 1, 1])}${gradient('in', ['#0d0c0b', '#2f2c27'])}${blur('b', 16)}${rough('p', '0.004 0.25', 0.7, 3, 2)}${glow('h', ['#fff3d6/.5', '#fff3d6/0'])}</defs>
        <rect x="-100" y="-200" width="1800" height="1700" fill="#55524b"/><g filter="url(#p)">${boxes}</g>${hanging}<ellipse cx="420" cy="120" rx="800" ry="560" fill="url(#h)"/>`,
      },
    ],
  };
}
