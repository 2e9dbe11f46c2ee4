import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import type { OpenedLink } from './useLink.ts';

interface LinkScreenProps<A> {
  title: string;
  link: OpenedLink<A>;
  /** What can be done instead where the link is not valid. */
  instead: ReactNode;
  children: (answer: A) => ReactNode;
}

/** The screen of a link: what it opens, or why it does not. */
export function LinkScreen<A>({ title, link, instead, children }: LinkScreenProps<A>) {
  if (link.answer !== undefined) return children(link.answer);
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title={title} />
      {link.problem === undefined ? (
        <Loading cards={1} />
      ) : (
        <div className="flex flex-col gap-6">
          <Banner type={link.lacksConnection ? 'warning' : 'error'}>{link.problem}</Banner>
          {link.lacksConnection ? <Button onClick={link.tryAgain}>Try Again</Button> : instead}
        </div>
      )}
    </div>
  );
}

export function ToLogin() {
  return <ButtonLink to="/login">Go to Login</ButtonLink>;
}
