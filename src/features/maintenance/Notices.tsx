import { Banner, SuccessBanner } from '../../ui/Banner.tsx';
import type { Notice } from './useRequests.ts';

/** What became of the last change: a success leaves by itself, anything else stays until the next one. */
export function Notices({ notice, onDone }: { notice: Notice | undefined; onDone: () => void }) {
  return (
    <div aria-live="polite" className="mb-6 empty:hidden">
      {notice &&
        (notice.type === 'success' ? (
          <SuccessBanner message={notice.message} onDone={onDone} />
        ) : (
          <Banner type={notice.type}>{notice.message}</Banner>
        ))}
    </div>
  );
}
