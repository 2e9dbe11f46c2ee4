// The thread of readInThread.ts. JavaScript, since it is loaded as it is, from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { readText } from './readText.mjs';
import { readWorkbook } from './readWorkbook.mjs';

const { bytes, encoding, most } = workerData;

/** A workbook is a ZIP archive, whatever its name. */
const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

try {
  parentPort?.postMessage(isZip ? readWorkbook(bytes, most) : readText(bytes, encoding, most));
} catch (error) {
  parentPort?.postMessage({ refused: isZip ? 'no workbook' : 'no text', reason: String(error) });
}
