export type Tone = 'neutral' | 'amber' | 'success' | 'danger' | 'info';

/** A soft background with readable text, in both colour schemes. */
export const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink',
  amber: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};
