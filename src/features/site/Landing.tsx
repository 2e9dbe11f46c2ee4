import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';

/** `/`: what a visitor sees first; it leads to login. */
export function Landing() {
  return (
    <div className="mx-auto max-w-2xl py-10 text-center md:py-20">
      <PageHeading
        title="Your building, without the bars"
        description="Report a problem from the basement, follow it to the end. Porchlight works where the signal doesn’t."
      />
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/login">Login</ButtonLink>
        <ButtonLink to="/register" variant="secondary">
          Register Now
        </ButtonLink>
      </div>
    </div>
  );
}
