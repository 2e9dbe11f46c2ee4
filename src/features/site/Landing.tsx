import { CreditCard, Star, UsersRound, Wrench } from 'lucide-react';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Feature, Features } from './Feature.tsx';
import { Porch } from './Porch.tsx';

const reviews = [
  {
    text: 'The garage has no bars at all. I photographed the leak, pressed Submit and drove off. By the time I was at the gate it had been sent.',
    name: 'Robin H.',
    home: 'Third floor, two years',
  },
  {
    text: 'I finally know what I am paying for. Every charge says what it is made of, and the total is right to the cent.',
    name: 'Abena A.',
    home: 'Garden cottage, four years',
  },
  {
    text: 'Forty units, one phone. I walk the halls, mark things complete and type in the meters, and never think about the Wi-Fi.',
    name: 'Dana W.',
    home: 'Property manager',
  },
];

/** `/`: the landing page. */
export default function Landing() {
  return (
    <>
      <section className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-[1.1fr_1fr] lg:pt-6">
        <Porch className="mx-auto w-full max-w-72 sm:max-w-md lg:order-last lg:max-w-none" />
        <div>
          <h1 className="text-4xl leading-[1.08] font-bold tracking-tight sm:text-5xl lg:text-6xl">
            Home, even without a signal
          </h1>
          <p className="mt-5 max-w-prose text-lg text-muted md:text-xl">
            Pay your balance, report a problem with photos and read what the neighbors are up to. Porchlight
            opens in the basement as it does on the couch, and sends what you wrote once you are back in
            range.
          </p>
          <ButtonLink to="/login" className="mt-7 px-8 text-lg max-sm:w-full">
            Login
          </ButtonLink>
        </div>
      </section>

      <Features title="Everything that comes with the key">
        <Feature icon={CreditCard} title="Transactions">
          See every charge and every payment, to the cent and with what it is made of. Pay your balance by
          card in a minute.
        </Feature>
        <Feature icon={Wrench} title="Maintenance">
          Describe what broke, add photos and follow it until it is done. It is kept on your phone until it
          arrives.
        </Feature>
        <Feature icon={UsersRound} title="Community">
          Water shut-offs, potlucks and picture books to give away: one board for the building, and you may
          suggest a post.
        </Feature>
      </Features>

      <section aria-labelledby="reviews" className="mt-16 md:mt-24">
        <h2 id="reviews" className="text-2xl font-bold tracking-tight md:text-3xl">
          What residents and managers say
        </h2>
        <p className="mt-1 text-muted">Sample reviews</p>
        <ul role="list" className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-3">
          {reviews.map(({ text, name, home }) => (
            <li key={name} className="border-t-2 border-accent pt-5">
              <figure className="flex h-full flex-col gap-3">
                <p className="flex gap-0.5 text-accent-ink">
                  <span className="sr-only">Five of five stars</span>
                  {Array.from({ length: 5 }, (_, star) => (
                    <Star key={star} aria-hidden className="size-4 fill-current" />
                  ))}
                </p>
                <blockquote className="text-lg leading-snug font-medium">{text}</blockquote>
                <figcaption className="mt-auto text-sm text-muted">
                  <span className="font-semibold text-ink">{name}</span>
                  <br />
                  {home}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>

      <section
        aria-labelledby="join"
        className="mt-16 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-card border border-accent bg-accent-soft p-6 md:mt-24 md:p-10"
      >
        <div>
          <h2 id="join" className="text-2xl font-bold tracking-tight md:text-3xl">
            The light is on
          </h2>
          <p className="mt-1 text-lg">All you need is an email address and the number on your door.</p>
        </div>
        <ButtonLink to="/register" className="px-8 text-lg max-sm:w-full">
          Register Now
        </ButtonLink>
      </section>
    </>
  );
}
