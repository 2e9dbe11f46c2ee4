import type { Appearance } from '@stripe/stripe-js';

/** The appearance of the card form, which is in a frame of the provider, with the current colours of the app. */
export function stripeAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: 'flat',
    labels: 'above',
    variables: {
      colorPrimary: colour('focus'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorTextPlaceholder: colour('muted'),
      colorDanger: colour('danger'),
      fontFamily: "'Figtree Variable', system-ui, sans-serif",
      fontSizeBase: '16px',
      borderRadius: '10px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${colour('edge')}`, boxShadow: 'none', padding: '11px 12px' },
      '.Input:focus': {
        border: `1px solid ${colour('focus')}`,
        boxShadow: `0 0 0 2px ${colour('focus')}`,
        outline: 'none',
      },
      '.Input--invalid': { border: `1px solid ${colour('danger')}`, boxShadow: 'none' },
      '.Label': { fontSize: '14px', fontWeight: '600', color: colour('ink') },
    },
  };
}
