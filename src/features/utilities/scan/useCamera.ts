import { useEffect, useEffectEvent, useState, useSyncExternalStore, type RefObject } from 'react';
import { PartMissing } from '../../../browser/loadPart.ts';
import { loadDecoder } from './decoder.ts';

/** How long to wait between two looks at the picture, in milliseconds. */
const BETWEEN_LOOKS = 150;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'The camera may not be used here. Allow it for this address in the browser’s settings.',
  NotFoundError: 'This device has no camera.',
  NotReadableError: 'The camera is in use by another app.',
};

/** Why the camera shows nothing, for the person. */
function problemOf(error: unknown): string {
  if (error instanceof PartMissing) return error.message;
  if (error instanceof DOMException && PROBLEMS[error.name]) return PROBLEMS[error.name] ?? '';
  console.error(error);
  return 'The camera could not be started.';
}

/** Whether the page is in sight. */
function useInSight(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
}

/**
 * Shows the camera at the back, and tells the text of each code in sight, as often as it is seen. The camera is off while the
 * page is out of sight, and once the screen is left.
 * @returns why there is no picture, in words for the person
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (text: string) => void,
): string | undefined {
  const [problem, setProblem] = useState<string>();
  const inSight = useInSight();
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!inSight) return;
    const left = new AbortController();
    look(video.current, tell, left.signal).then(
      () => undefined,
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(problemOf(error));
        left.abort();
      },
    );
    return () => left.abort();
  }, [video, inSight]);
  return problem;
}

async function look(
  video: HTMLVideoElement | null,
  tell: (text: string) => void,
  left: AbortSignal,
): Promise<void> {
  // Browsers have none on an address without HTTPS.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!video) return;
  if (!mediaDevices) throw new DOMException('', 'NotFoundError');
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (left.aborted) {
    stop();
    return;
  }
  left.addEventListener('abort', stop);
  video.srcObject = stream;
  const [decode] = await Promise.all([loadDecoder(), video.play()]);
  const goesOn = () => !left.aborted;
  while (goesOn()) {
    const text = await decode(video);
    if (text && goesOn()) tell(text);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
}
