import { Accessibility, CloudOff, ShieldCheck } from 'lucide-react';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Feature, Features } from './Feature.tsx';

/** `/about`: what Porchlight is for. */
export default function About() {
  return (
    <>
      <PageHeading
        title="About Porchlight"
        description="A portal for apartment communities, made for where they are."
      />
      <section aria-labelledby="mission" className="max-w-prose space-y-4 text-lg leading-relaxed">
        <h2 id="mission" className="text-2xl font-bold tracking-tight md:text-3xl">
          Our mission
        </h2>
        <p>
          Homes have basements, garages, elevators and thick walls. That is where pipes leak and meters hang,
          and where phones lose their signal. A portal that forgets what you typed there is worse than a note
          under the office door.
        </p>
        <p>
          Our mission is that nobody ever writes the same thing twice. What you write in Porchlight stays on
          your phone until management has it, arrives once, and always says in words where it stands. What you
          owe is right to the cent, and what you read is yours to read in the stairwell, too.
        </p>
      </section>
      <Features title="What we hold to">
        <Feature icon={CloudOff} title="Works without a signal">
          It opens offline with what you last saw, and says how old that is. Requests, photos and readings
          wait on your phone and send themselves.
        </Feature>
        <Feature icon={ShieldCheck} title="Right, and once">
          Each change is made exactly once, each balance is the sum of its entries, and card numbers never
          touch our server.
        </Feature>
        <Feature icon={Accessibility} title="Open to everyone">
          Large targets, plain words, good contrast by day and by night, and nothing that needs a mouse or a
          perfect line.
        </Feature>
      </Features>
      <p className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/register">Register Now</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Login
        </ButtonLink>
      </p>
    </>
  );
}
