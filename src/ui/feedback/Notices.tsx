import { Banner, SuccessBanner } from './Banner.tsx';

export interface Notice {
  type: 'success' | 'info' | 'error';
  message: string;
}

interface NoticesProps {
  notice: Notice | undefined;
  onDone: () => void;
  className?: string | undefined;
}

/** The result of the last change. A success disappears by itself, anything else stays until the next change. */
export function Notices({ notice, onDone, className = 'mb-6 empty:hidden' }: NoticesProps) {
  return (
    <div aria-live="polite" className={className}>
      {notice &&
        (notice.type === 'success' ? (
          <SuccessBanner message={notice.message} onDone={onDone} />
        ) : (
          <Banner type={notice.type}>{notice.message}</Banner>
        ))}
    </div>
  );
}
