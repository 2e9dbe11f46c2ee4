import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';

interface DepositPageProps {
  title: string;
  back: { to: string; label: string };
  children: ReactNode;
}

/** A page of which only the statement is printed. */
export function DepositPage({ title, back, children }: DepositPageProps) {
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title={title}
          action={
            <ButtonLink to={back.to} variant="secondary">
              {back.label}
            </ButtonLink>
          }
        />
      </div>
      {children}
    </>
  );
}
