interface PublicPage {
  title: string;
  description: string;
}

/** The title and description of each public page, which the build writes into its HTML. */
export const publicPages: Record<string, PublicPage> = {
  '/': {
    title: 'Porchlight, the resident portal that works without a signal',
    description:
      'Pay your balance, report a problem with photos and read the community board. Porchlight opens without a signal and sends what you wrote once you are back in range.',
  },
  '/about': {
    title: 'About Porchlight',
    description:
      'Why we built a portal for apartment communities that keeps working where the signal does not: basements, garages, elevators and stairwells.',
  },
  '/login': {
    title: 'Login · Porchlight',
    description: 'Sign in to Porchlight to see your balance, your requests and the community board.',
  },
  '/register': {
    title: 'Create Your Account · Porchlight',
    description: 'Create your Porchlight account with a name, an email address and the number on your door.',
  },
};
