/** The illustration of the landing page. Its ink and paper follow the colour scheme, its light does not. */
export function Porch({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 480 400"
      aria-hidden
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="3"
    >
      <defs>
        <radialGradient id="glow" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#f4ac3d" stopOpacity="0.62" />
          <stop offset="0.45" stopColor="#f4ac3d" stopOpacity="0.24" />
          <stop offset="1" stopColor="#f4ac3d" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="sky" cx="0.5" cy="0.6" r="0.6">
          <stop offset="0" stopColor="var(--accent-soft)" />
          <stop offset="1" stopColor="var(--accent-soft)" stopOpacity="0" />
        </radialGradient>
      </defs>

      <circle cx="240" cy="200" r="200" fill="url(#sky)" />

      {/* Moon, stars and the trees behind. */}
      <path d="M402 62a26 26 0 1 1-30-30 21 21 0 0 0 30 30Z" className="fill-surface stroke-ink" />
      <path
        d="M86 58v10m-5-5h10M142 30v8m-4-4h8M318 40v6m-3-3h6"
        className="stroke-accent-ink"
        strokeWidth="2.5"
      />
      <path
        d="M28 336c-8-34 4-56 20-62-6-28 12-48 32-44 4-22 34-24 40 2v104ZM452 336c10-30 0-52-16-58 4-26-14-42-32-38v96Z"
        className="fill-sunken stroke-edge"
        strokeWidth="2.5"
      />

      {/* The house: wall, roof, clapboard. */}
      <path d="M96 336V172h288v164Z" className="fill-surface stroke-ink" />
      <path d="M70 176 240 70l170 106Z" className="fill-night stroke-ink" />
      <path d="M206 138a34 34 0 0 1 68 0v14h-68Z" className="fill-accent stroke-ink" />
      <path d="M240 105v47M206 138h68" className="stroke-ink" strokeWidth="2.5" />
      <path
        d="M112 206h26M112 232h14M350 206h22M362 296h10M112 296h10"
        className="stroke-line"
        strokeWidth="2.5"
      />

      {/* Windows with somebody at home. */}
      <path d="M132 222h60v66h-60Z" className="fill-accent stroke-ink" />
      <path d="M162 222v66M132 255h60" className="stroke-ink" strokeWidth="2.5" />
      <path d="M124 288h76" className="stroke-ink" />
      <path d="M318 222h48v66h-48Z" className="fill-accent stroke-ink" />
      <path d="M342 222v66M318 255h48" className="stroke-ink" strokeWidth="2.5" />
      <path d="M310 288h64" className="stroke-ink" />

      {/* The door, and the lantern beside it. */}
      <path d="M214 336V214h56v122Z" className="fill-night stroke-ink" />
      <path d="M226 228h32v34h-32Z" className="fill-accent stroke-ink" strokeWidth="2.5" />
      <path d="M226 278h32v44h-32Z" className="stroke-night-line" strokeWidth="2.5" />
      <circle cx="261" cy="272" r="3" className="fill-accent" />
      <circle cx="294" cy="232" r="96" fill="url(#glow)" />
      <path d="M294 206v8" className="stroke-ink" />
      <path d="m294 212-13 9h26Z" className="fill-ink stroke-ink" strokeWidth="2" />
      <path d="M284 223h20l-3 20h-14Z" className="stroke-ink" fill="#fff6df" strokeWidth="2.5" />
      <path d="M294 227c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9Z" fill="#f4ac3d" />
      <path d="M284 246h20" className="stroke-ink" />

      {/* Porch: posts, floor and steps. */}
      <path d="M84 176v160M396 176v160" className="stroke-ink" strokeWidth="9" />
      <path d="M84 176v160M396 176v160" className="stroke-surface" strokeWidth="3.5" />
      <path d="M64 336h352v16H64Z" className="fill-surface stroke-ink" />
      <path d="M196 352h92v14h-92ZM184 366h116v14H184Z" className="fill-surface stroke-ink" />
      <path d="M20 380h164M300 380h160" className="stroke-ink" />

      {/* A plant, and the parcel that waited in the dry. */}
      <path
        d="M112 336v-4m0 0c-12-6-16-18-12-28 10 4 14 14 12 28Zm0 0c-2-16 4-28 14-32 4 12-2 24-14 32Z"
        className="fill-success-soft stroke-ink"
        strokeWidth="2.5"
      />
      <path d="M98 318h28l-4 18h-20Z" className="fill-sunken stroke-ink" strokeWidth="2.5" />
      <path d="M338 312h38v24h-38ZM357 312v10" className="fill-accent-soft stroke-ink" strokeWidth="2.5" />
    </svg>
  );
}
