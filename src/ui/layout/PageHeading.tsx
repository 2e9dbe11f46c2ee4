import { useContext, useEffect, type ReactNode } from 'react';
import { BrandContext } from './brand.ts';

interface PageHeadingProps {
  title: string;
  description?: ReactNode;
  /** The screen's one primary action. */
  action?: ReactNode;
}

export function PageHeading({ title, description, action }: PageHeadingProps) {
  // An effect instead of React's <title>, since the one in index.html would win.
  const { name } = useContext(BrandContext);
  useEffect(() => {
    document.title = `${title} · ${name ?? 'Porchlight'}`;
  }, [title, name]);
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 md:mb-8">
      <div className="min-w-0 wrap-anywhere">
        <h1 className="text-[min(1.875rem,11.5vw)] leading-tight font-bold tracking-tight md:text-4xl">
          {title}
        </h1>
        {Boolean(description) && (
          <div className="mt-1.5 max-w-prose text-pretty text-muted md:text-lg">{description}</div>
        )}
      </div>
      {Boolean(action) && (
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:grow">{action}</div>
      )}
    </div>
  );
}
