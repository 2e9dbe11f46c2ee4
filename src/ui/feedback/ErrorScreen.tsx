import { useEffect, type ReactNode } from 'react';

import { ReloadButton } from '../forms/ReloadButton.tsx';
import { Lantern } from '../layout/Logo.tsx';

interface ErrorScreenProps {
  title?: string | undefined;
  /** Details about the cause, in small text. */
  details?: string | undefined;
  /** The id to quote when asking for help. */
  requestId?: string | undefined;
  /** Replaces the text and the Reload button. */
  children?: ReactNode;
}

/** The error page. It needs no router, no data and no connection. */
export function ErrorScreen({
  title = 'Something went wrong',
  details,
  requestId,
  children,
}: ErrorScreenProps) {
  useEffect(() => {
    document.title = `${title} · Porchlight`;
  }, [title]);
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 py-12 px-page text-center">
      <Lantern className="size-16 text-ink" />
      <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
      {children ?? (
        <>
          <p className="max-w-prose text-muted">
            Nothing you wrote and saved on this device is lost. Reloading usually helps.
          </p>
          <ReloadButton />
        </>
      )}
      {(details !== undefined || requestId !== undefined) && (
        <details className="mt-4 max-w-prose text-sm text-muted">
          <summary className="min-h-11 content-center font-semibold">Details</summary>
          {details !== undefined && <p className="text-left wrap-anywhere whitespace-pre-wrap">{details}</p>}
          {requestId !== undefined && <p className="mt-2 text-left wrap-anywhere">Request {requestId}</p>}
        </details>
      )}
    </div>
  );
}
