import { loadPart } from '../../../browser/loadPart.ts';

/** Reads the code that a camera shows; undefined where none can be read. */
export type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** What some browsers have: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): {
    detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
}

/** The longer side of what is searched, in pixels: a sticker at arm's length is read, and a slow phone keeps up. */
const LONGER_SIDE = 960;

/**
 * The browser's own decoder where it has one of QR codes, otherwise one that is loaded now.
 * @throws {PartMissing} where it cannot be loaded
 */
export async function loadDecoder(): Promise<Decode> {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { decodeImage } = await loadPart(() => import('./decodeImage.ts'));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no pictures of its camera.');
  return (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGER_SIDE / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    if (canvas.width === 0 || canvas.height === 0) return Promise.resolve(undefined);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return Promise.resolve(decodeImage(context.getImageData(0, 0, canvas.width, canvas.height)));
  };
}
