import { Component, type ReactNode } from 'react';
import { PartMissing } from '../../browser/loadPart.ts';
import { ReloadButton } from '../forms/ReloadButton.tsx';
import { Banner } from './Banner.tsx';

interface Caught {
  error?: Error;
}

/** Keeps a screen, and what is typed on it, where a small part of it cannot be loaded. */
export class PartBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: Error): Caught {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // Anything else is a bug, for the error page.
    if (!(error instanceof PartMissing)) throw error;
    return (
      <Banner type="warning" action={error.gone && <ReloadButton />}>
        {error.message}
      </Banner>
    );
  }
}
