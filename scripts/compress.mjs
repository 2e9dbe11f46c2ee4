// Writes .gz and .br files beside the app's text files, at the highest level, for @fastify/static to send.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// The manifest is answered by the server, under the community's name.
const compressible = /\.(js|css|html|svg|json|txt)$/;
/** In bytes; compressing a smaller file saves less than its headers cost. */
const minimumSize = 1500;

/** @param {string} folder */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < minimumSize) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await Promise.all([
        writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
        writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params })),
      ]);
    }),
  );
}
