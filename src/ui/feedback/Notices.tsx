import { ButtonLink } from '../forms/ButtonLink.tsx';
import { Banner, SuccessBanner } from './Banner.tsx';

export interface Notice {
  type: 'success' | 'info' | 'error';
  message: string;
  /** Whether it says that no answer came, so that nothing else has to say it. */
  unreached?: boolean;
  /** Where to look at what came of it. */
  link?: { to: string; label: string };
}

interface NoticesProps {
  notice: Notice | undefined;
  onDone: () => void;
  className?: string | undefined;
}

/** The result of the last change. A success disappears by itself, anything else stays until the next change. */
export function Notices({ notice, onDone, className = 'mb-6 empty:hidden' }: NoticesProps) {
  const action = notice?.link && (
    <ButtonLink variant="secondary" to={notice.link.to}>
      {notice.link.label}
    </ButtonLink>
  );
  return (
    <div aria-live="polite" className={className}>
      {notice &&
        (notice.type === 'success' ? (
          <SuccessBanner message={notice.message} onDone={onDone} action={action} />
        ) : (
          <Banner type={notice.type} action={action}>
            {notice.message}
          </Banner>
        ))}
    </div>
  );
}
