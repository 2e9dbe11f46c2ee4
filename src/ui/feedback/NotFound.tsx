import { ButtonLink } from '../forms/ButtonLink.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

export function NotFound({ home = '/' }: { home?: string | undefined }) {
  return (
    <ErrorScreen title="Page not found.">
      <p className="text-muted">The address may have changed, or never was.</p>
      <ButtonLink to={home}>Go to the start</ButtonLink>
    </ErrorScreen>
  );
}
