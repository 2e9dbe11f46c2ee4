import { encode } from 'uqr';

/** A QR code, dark on light in both schemes, since not every camera reads the reverse. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  // Four modules of quiet zone, as the standard has it.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
