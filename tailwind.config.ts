import type { Config } from 'tailwindcss';

/** Colours are replaced, not extended, so that a screen can only use a colour that has a light and a dark value. */
export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      paper: 'var(--paper)',
      surface: 'var(--surface)',
      sunken: 'var(--sunken)',
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      line: 'var(--line)',
      edge: 'var(--edge)',
      focus: 'var(--focus)',
      accent: {
        DEFAULT: 'var(--accent)',
        hover: 'var(--accent-hover)',
        ink: 'var(--accent-ink)',
        soft: 'var(--accent-soft)',
      },
      'on-accent': 'var(--on-accent)',
      danger: { DEFAULT: 'var(--danger)', soft: 'var(--danger-soft)', fill: 'var(--danger-fill)' },
      'on-danger': 'var(--on-danger)',
      success: { DEFAULT: 'var(--success)', soft: 'var(--success-soft)' },
      warning: { DEFAULT: 'var(--warning)', soft: 'var(--warning-soft)' },
      info: { DEFAULT: 'var(--info)', soft: 'var(--info-soft)' },
      debit: 'var(--debit)',
      credit: 'var(--credit)',
      night: { DEFAULT: 'var(--night)', line: 'var(--night-line)' },
      'on-night': { DEFAULT: 'var(--on-night)', muted: 'var(--on-night-muted)' },
      scrim: 'var(--scrim)',
    },
    extend: {
      fontFamily: {
        sans: ["'Figtree Variable'", "'Figtree Fallback'", 'system-ui', 'sans-serif'],
      },
      // Two columns, or one where large text would have no room in two.
      gridTemplateColumns: { pair: 'repeat(auto-fit, minmax(min(100%, max(8rem, 40%)), 1fr))' },
      borderRadius: { control: '0.625rem', card: '1rem' },
      boxShadow: { card: 'var(--shadow-card)', float: 'var(--shadow-float)' },
    },
  },
} satisfies Config;
