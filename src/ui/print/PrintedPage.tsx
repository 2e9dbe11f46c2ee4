import { useEffect, useRef, type ReactNode } from 'react';
import { isoDay, timeText } from '../data/Time.tsx';

interface PrintedPageProps {
  title: string;
  /** Once it was printed, or was not. */
  onDone: () => void;
  children: ReactNode;
}

/** A page on paper, in place of the screen; the rule is in `styles.css`. It is printed once its photos are there. */
export function PrintedPage({ title, onDone, children }: PrintedPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish, { once: true });
    const images = [...(page.current?.querySelectorAll('img') ?? [])];
    // One that does not come without a connection is left out by the browser.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => window.print());
    return () => window.removeEventListener('afterprint', finish);
  }, []);
  return (
    <div ref={page} className="printed-list hidden print:block">
      <h1 className="text-xl font-bold">{title}</h1>
      <p className="mb-3 text-sm">{timeText(isoDay(), 'long')}</p>
      {children}
    </div>
  );
}
