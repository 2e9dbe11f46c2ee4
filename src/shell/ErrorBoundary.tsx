import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import { PartMissing } from '../browser/loadPart.ts';
import { ErrorScreen } from '../ui/feedback/ErrorScreen.tsx';
import { ReloadButton } from '../ui/forms/ReloadButton.tsx';

interface Caught {
  error?: unknown;
}

/** Shows the error page if a screen throws. Stored data stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof PartMissing) {
      return (
        <ErrorScreen title={error.gone ? 'Porchlight was updated' : 'No connection'}>
          <p className="max-w-prose text-muted">{error.message}</p>
          <ReloadButton />
        </ErrorScreen>
      );
    }
    const requestId = error instanceof ApiError ? error.failure.request_id : undefined;
    return <ErrorScreen details={error instanceof Error ? error.message : undefined} requestId={requestId} />;
  }
}
