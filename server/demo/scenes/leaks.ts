import type { Shot } from './camera.ts';
import { blob, blur, CHROME, glow, gradient, ragged, rough, seeded, times, tube } from './drawing.ts';

export function ceilingStain(): Shot {
  const random = seeded(11);
  const ring = (size: number, x = 640, y = 470) => blob(x, y, 330 * size, 235 * size, 0.13, random);
  return {
    seed: 1,
    tilt: -2.2,
    cast: [1.03, 0.98, 0.88],
    layers: [
      {
        svg: `<defs>${gradient('c', ['#b9b3a8', '#e9e3d6', '#cfc8ba'], [0, 0, 1, 1])}${gradient('w', ['#a59c8c', '#8d8577'])}
        ${rough('p', '0.055', 1.6, 4)}${rough('q', '0.03', 1, 9)}${ragged('r', 0.012, 95, 3, 4)}${ragged('s', 0.02, 60, 8, 2)}${blur('b', 26)}${blur('sh', 14)}
        ${glow('h', ['#fff6dd/1', '#ffe9b8/.55', '#ffe3a8/0'])}${glow('lamp', ['#ffffff', '#fff8e2', '#f2deb0'], [0.45, 0.4, 0.6])}
        ${glow('t', ['#a27d45/.35', '#9a7036/.28', '#8a5c22/.55', '#8a5c22/0'])}</defs>
        <g filter="url(#p)"><rect x="-100" y="-100" width="1800" height="1400" fill="url(#c)"/></g>
        <g filter="url(#r)"><path d="${ring(1.25)}" fill="#b08d55" opacity=".22"/><path d="${ring(1.12)}" fill="none" stroke="#8a6226" stroke-width="9" opacity=".5"/>
        <path d="${ring(1)}" fill="#9b7433" opacity=".25"/><path d="${ring(0.84)}" fill="none" stroke="#7a521c" stroke-width="14" opacity=".55"/></g>
        <g filter="url(#s)"><path d="${ring(0.62, 680, 490)}" fill="#7d5826" opacity=".28"/><path d="${ring(0.55, 690, 490)}" fill="none" stroke="#68430f" stroke-width="10" opacity=".5"/>
        <path d="${ring(0.28, 700, 500)}" fill="#5d3f16" opacity=".35"/><path d="${ring(0.3, 1010, 690)}" fill="none" stroke="#8a6226" stroke-width="8" opacity=".4"/><path d="${ring(0.28, 1010, 690)}" fill="#a47f45" opacity=".2"/></g>
        <path d="M690,330 q20,90 -5,170 t20,190" fill="none" stroke="#5b4a31" stroke-width="3" opacity=".7" filter="url(#s)"/>
        <circle cx="1240" cy="300" r="620" fill="url(#h)" opacity=".75"/>
        <ellipse cx="1265" cy="345" rx="205" ry="165" fill="#5b4d33" opacity=".45" filter="url(#b)"/>
        <ellipse cx="1240" cy="300" rx="196" ry="156" fill="#b49a63"/><ellipse cx="1238" cy="296" rx="184" ry="145" fill="url(#lamp)"/><ellipse cx="1238" cy="296" rx="17" ry="13" fill="#a38646"/>
        <polygon points="-100,1010 1700,1100 1700,1130 -100,1048" fill="#efe9dc"/><polygon points="-100,1034 1700,1118 1700,1140 -100,1058" fill="#6d6455" opacity=".7" filter="url(#sh)"/>
        <g filter="url(#q)"><polygon points="-100,1048 1700,1130 1700,1350 -100,1350" fill="url(#w)"/></g>`,
      },
    ],
  };
}

export function drippingFaucet(): Shot {
  const random = seeded(21);
  const tile = (i: number) => {
    const [row, column] = [Math.floor(i / 9), i % 9];
    const shade = 205 + Math.floor(random() * 16);
    const x = -160 + column * 220 + (row % 2) * 110;
    return `<rect x="${x}" y="${-80 + row * 112}" width="213" height="105" rx="5" fill="rgb(${shade},${shade + 3},${shade - 2})"/><path d="M${x + 8},${-74 + row * 112}h195" stroke="#fff" stroke-width="4" opacity=".45"/>`;
  };
  const spout = 'M800,760 V470 Q800,330 910,330 Q1010,330 1012,470';
  return {
    seed: 2,
    tilt: 1.1,
    cast: [1.02, 1, 0.93],
    layers: [
      {
        blur: 2.2,
        svg: `<defs>${gradient('l', ['#fff/.35', '#000/.28'], [0, 0, 1, 1])}</defs><rect x="-100" y="-100" width="1800" height="1400" fill="#a6a79f"/>${times(63, tile)}<rect x="-100" y="-100" width="1800" height="1400" fill="url(#l)"/>`,
      },
      {
        svg: `<defs>${gradient('rim', ['#f7f7f4', '#c9cac6'])}${glow('basin', ['#8d9192', '#c3c6c6', '#f1f2f0'], [0.52, 0.62, 0.62])}${blur('b', 22)}${blur('f', 3)}${gradient('base', ['#3c4145', '#e9edef', '#8c9397', '#f7f9fa', '#4a5055'], [0, 0, 1, 0])}
        ${gradient('drop', ['#ffffff/.15', '#b9cdd6/.8', '#ffffff/.95'])}${glow('drain', ['#191b1c', '#3a3d3f', '#9aa0a3'])}</defs>
        <path d="M-100,800 Q800,690 1700,800 V1400 H-100Z" fill="url(#rim)"/><path d="M-100,800 Q800,690 1700,800" fill="none" stroke="#7d7f7b" stroke-width="7" opacity=".6" filter="url(#f)"/>
        <ellipse cx="830" cy="1120" rx="690" ry="265" fill="#8f928f" opacity=".5" filter="url(#b)"/><ellipse cx="830" cy="1125" rx="670" ry="250" fill="url(#basin)" stroke="#fff" stroke-width="9"/>
        <ellipse cx="985" cy="1180" rx="92" ry="34" fill="url(#drain)"/><ellipse cx="985" cy="1176" rx="62" ry="20" fill="#222628"/>
        <path d="M1010,940 q-40,120 -24,215" fill="none" stroke="#9a7b4d" stroke-width="26" opacity=".28" filter="url(#f)"/>
        <ellipse cx="850" cy="800" rx="210" ry="40" fill="#40454a" opacity=".5" filter="url(#b)"/><ellipse cx="800" cy="785" rx="135" ry="34" fill="url(#base)"/><rect x="752" y="690" width="92" height="95" fill="url(#base)"/>
        ${tube(spout, 84, CHROME, [-0.22, -0.1], 'butt')}<ellipse cx="1011" cy="472" rx="43" ry="13" fill="#23272a"/><ellipse cx="1011" cy="474" rx="32" ry="8" fill="#0e1011"/>
        ${tube('M740,720 L575,665', 46, CHROME, [0, -0.28])}${tube('M800,600 V560', 100, CHROME, [-0.24, 0], 'butt')}
        <path d="M1011,484 q-21,36 -21,52 a21,21 0 0 0 42,0 q0,-16 -21,-52Z" fill="url(#drop)" stroke="#6e8792" stroke-width="2.5"/><circle cx="1004" cy="534" r="6" fill="#fff"/>
        <path d="M1008,800 q-13,26 -13,37 a14,14 0 0 0 28,0 q0,-11 -15,-37Z" fill="url(#drop)" stroke="#6e8792" stroke-width="2.5"/>
        <ellipse cx="985" cy="1100" rx="70" ry="17" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>`,
      },
    ],
  };
}

export function garagePuddle(): Shot {
  const random = seeded(31);
  const outline = blob(800, 960, 470, 128, 0.14, random);
  const tubeLight = (x: number, y: number, w: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="17" rx="8" fill="#f4ffe9"/>`;
  return {
    seed: 3,
    tilt: -1.4,
    cast: [0.98, 1.02, 0.86],
    vignette: 0.55,
    grain: 11,
    layers: [
      {
        blur: 0.6,
        svg: `<defs>${gradient('ceil', ['#2b2d29', '#4b4d46'])}${gradient('wall', ['#6a6c62', '#83857a', '#5b5d54'])}${gradient('floor', ['#5d5f58', '#77786f', '#4c4d47'])}${rough('p', '0.02 0.05', 2.4, 5)}${rough('g', '0.035', 2, 6)}${blur('b', 26)}${glow('h', ['#eaffd6/.8', '#cfe8b8/0'])}${gradient('post', ['#4e5049', '#97998d', '#5d5f56'], [0, 0, 1, 0])}</defs>
        <rect x="-100" y="-100" width="1800" height="500" fill="url(#ceil)"/><g filter="url(#g)"><rect x="-100" y="380" width="1800" height="320" fill="url(#wall)"/></g><g filter="url(#p)"><rect x="-100" y="690" width="1800" height="700" fill="url(#floor)"/></g>
        <polygon points="-100,590 1700,590 1700,640 -100,640" fill="#b69a2c" opacity=".75"/><polygon points="500,700 540,700 180,1400 60,1400" fill="#c9c6ae" opacity=".7"/><polygon points="1110,700 1150,700 1640,1400 1510,1400" fill="#c9c6ae" opacity=".7"/>
        <ellipse cx="430" cy="220" rx="560" ry="230" fill="url(#h)"/>${tubeLight(230, 205, 400)}${tubeLight(940, 300, 260)}<ellipse cx="1070" cy="310" rx="330" ry="120" fill="url(#h)"/>
        <rect x="1330" y="250" width="170" height="520" fill="url(#post)"/><rect x="1330" y="590" width="170" height="90" fill="#c4a52c"/><ellipse cx="1430" cy="775" rx="160" ry="22" fill="#151612" opacity=".6" filter="url(#b)"/>`,
      },
      {
        svg: `<defs>${ragged('r', 0.012, 42, 5, 1)}${blur('b', 12)}${blur('b2', 5)}${gradient('water', ['#8f9484', '#4a4d45', '#23251f'])}<clipPath id="in"><path d="${outline}"/></clipPath></defs>
        ${tube('M-80,92 L1700,182', 74, ['#171815', '#3b2f25', '#5d4636', '#7b5e48', '#96775c', '#b3957a'], [0, -0.3], 'butt')}${tube('M-80,190 L1700,258', 44, ['#171815', '#3d403b', '#666a62', '#8b8f86', '#b0b4aa'], [0, -0.3], 'butt')}
        <rect x="770" y="96" width="66" height="94" rx="6" fill="#3c3027"/><rect x="778" y="98" width="22" height="88" fill="#8a6d55" opacity=".7"/><rect x="250" y="-40" width="14" height="270" fill="#2c2d29"/><rect x="1180" y="-40" width="14" height="300" fill="#2c2d29"/>
        <path d="M802,192 q-9,24 -9,32 a9,9 0 0 0 18,0 q0,-8 -9,-32Z" fill="#dfe9dd"/><path d="M802,330 v52 M801,560 v70 M802,760 v60" stroke="#d5e0d2" stroke-width="5" opacity=".65" stroke-linecap="round"/>
        <g filter="url(#r)"><path d="${outline}" fill="#2b2c27" transform="translate(-14 -10) scale(1.02)" opacity=".55"/><path d="${outline}" fill="url(#water)"/>
        <g clip-path="url(#in)"><rect x="300" y="900" width="330" height="34" fill="#f1ffe2" opacity=".85" filter="url(#b2)"/><rect x="850" y="872" width="220" height="22" fill="#e9f8da" opacity=".7" filter="url(#b2)"/><rect x="400" y="980" width="900" height="34" fill="#5f4a39" opacity=".8" filter="url(#b)"/></g>
        <path d="${outline}" fill="none" stroke="#c9cfbd" stroke-width="3" opacity=".55"/></g>
        ${times(3, (i) => `<ellipse cx="802" cy="935" rx="${34 + i * 44}" ry="${9 + i * 11}" fill="none" stroke="#e9f3df" stroke-width="${4 - i}" opacity="${0.75 - i * 0.2}"/>`)}<path d="M796,925 l-10,-32 M808,925 l12,-28" stroke="#e9f3df" stroke-width="4" opacity=".7" stroke-linecap="round"/>`,
      },
    ],
  };
}

export function cloggedDrain(): Shot {
  const random = seeded(41);
  const hair = () => {
    const [x, y] = [760 + random() * 170, 560 + random() * 110];
    const turn = () => (random() - 0.5) * 190;
    return `<path d="M${x},${y} c${turn()},${turn()} ${turn()},${turn()} ${turn()},${turn()}" fill="none" stroke="#2b1d10" stroke-width="${1.5 + random() * 2}" opacity=".75"/>`;
  };
  const holes = times(18, (i) => {
    const reach = i < 6 ? 52 : 98;
    const angle = (i / (i < 6 ? 6 : 12)) * 2 * Math.PI;
    return `<ellipse cx="${840 + Math.cos(angle) * reach}" cy="${610 + Math.sin(angle) * reach * 0.8}" rx="14" ry="11" fill="#14100a"/>`;
  });
  const water = blob(830, 640, 560, 400, 0.07, random);
  return {
    seed: 4,
    tilt: 3,
    cast: [1.03, 1, 0.9],
    layers: [
      {
        svg: `<defs>${glow('tub', ['#b9b8ae', '#d8d8d1', '#f4f4f0'], [0.52, 0.52, 0.7])}${glow('murk', ['#5d5a41/.5', '#75714f/.62', '#a3a080/.4'], [0.5, 0.48, 0.55])}${gradient('steel', ['#f3f5f4', '#8b9090', '#d5d9d9', '#6b7070'], [0, 0, 1, 1])}${blur('b', 16)}${blur('s', 4)}${ragged('r', 0.01, 40, 6, 1.2)}${ragged('film', 0.02, 70, 2, 3)}</defs>
        <rect x="-100" y="-100" width="1800" height="1400" fill="url(#tub)"/>
        <ellipse cx="846" cy="618" rx="158" ry="128" fill="#4c4b42" opacity=".6" filter="url(#b)"/><ellipse cx="840" cy="610" rx="150" ry="121" fill="url(#steel)"/><ellipse cx="840" cy="610" rx="132" ry="105" fill="#8a8d88"/><ellipse cx="838" cy="606" rx="126" ry="99" fill="url(#steel)" opacity=".8"/>${holes}<circle cx="840" cy="610" r="12" fill="#3f413d"/>
        <g filter="url(#r)"><path d="${water}" fill="url(#murk)"/><path d="${water}" fill="none" stroke="#6f6b4d" stroke-width="7" opacity=".6"/><path d="${water}" fill="none" stroke="#fff" stroke-width="3" opacity=".6" transform="translate(5 6)"/></g>
        ${times(34, hair)}<g filter="url(#film)" opacity=".35"><path d="${blob(620, 480, 150, 60, 0.3, random)}" fill="#f3f1e2" opacity=".6"/><path d="${blob(1080, 790, 120, 46, 0.3, random)}" fill="#f3f1e2" opacity=".55"/></g>
        ${times(46, () => `<circle cx="${600 + random() * 480}" cy="${430 + random() * 400}" r="${3 + random() * 11}" fill="#fff" opacity=".22" stroke="#fff" stroke-width="2"/>`)}
        <polygon points="350,330 620,270 650,400 390,470" fill="#fff" opacity=".5" filter="url(#b)"/><path d="M1080,430 q130,80 120,210" fill="none" stroke="#fff" stroke-width="16" opacity=".5" filter="url(#s)"/>`,
      },
    ],
  };
}
