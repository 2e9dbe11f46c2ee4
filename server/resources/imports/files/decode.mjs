import iconv from 'iconv-lite';

/** What the bytes of a text may mean that is not in Unicode, the likeliest first: Excel's on Windows, old Macs', and MS-DOS'. */
const CANDIDATES = ['windows-1252', 'macintosh', 'cp437'];

/** As many words show what an encoding makes of a file. */
const EXAMPLES = 3;
/** As many words are judged. */
const MOST_WORDS = 200;

/**
 * The text of a file, and its encoding; with candidates where several are as likely, so that a person has to choose.
 *
 * Node's own decoder of Windows-1252 leaves 0x80 to 0x9F, among which are the curly quotes, as control characters.
 * @param {Uint8Array} bytes
 * @param {string | undefined} chosen
 * @returns {{ text: string, encoding: string, candidates?: { encoding: string, examples: string[] }[] }}
 */
export function decode(bytes, chosen) {
  const unicode = unicodeOf(bytes);
  if (unicode) return { text: new TextDecoder(unicode).decode(bytes), encoding: unicode };
  const read = (/** @type {string} */ encoding) => iconv.decode(Buffer.from(bytes), encoding);
  if (chosen !== undefined) {
    return { text: read(chosen), encoding: chosen, candidates: candidatesOf(bytes) };
  }
  const [best, second] = CANDIDATES.map((encoding) => {
    const text = read(encoding);
    return { encoding, text, unlikely: unlikelyWords(text) };
  }).sort((a, b) => a.unlikely - b.unlikely);
  if (!best) throw new Error('There is no encoding.');
  const isSure = best.unlikely === 0 && (second?.unlikely ?? 0) > 0;
  return { text: best.text, encoding: best.encoding, ...(isSure ? {} : { candidates: candidatesOf(bytes) }) };
}

/**
 * How many words are unlikely to be meant: a letter of another script, a capital behind a small letter, or a sign within a word.
 * @param {string} text
 */
function unlikelyWords(text) {
  return wordsOf(text).filter(
    (word) =>
      /[\p{Cc}\uFFFD]/u.test(word) ||
      (/\p{L}/u.test(word.replace(/\p{Script=Latin}/gu, '')) && /\p{Script=Latin}/u.test(word)) ||
      /\p{Ll}[^\p{ASCII}](?<=\p{Lu})/u.test(word) ||
      /\p{Lu}[^\p{ASCII}](?<=\p{Lu})\p{Ll}/u.test(word) ||
      /[\p{L}](?![\u2019\u00b4\u2013\u2014\u00ad])[^\p{L}\p{M}\p{ASCII}]/u.test(word) ||
      /(?![\u2019\u2018\u201c\u201d\u00a3\u20ac\u2013\u2014\u00a7\u00bf\u00a1\u00ab\u00a9\u00ae\u00b0\u2026\u00b4])[^\p{L}\p{M}\p{ASCII}]\p{L}/u.test(
        word,
      ),
  ).length;
}

/**
 * The first words that are not in ASCII. A space that cannot be broken does not divide them. Tokens have a bounded length, so
 * that a long text is walked through once.
 * @param {string} text
 */
function wordsOf(text) {
  /** @type {string[]} */
  const words = [];
  for (const [word] of text.matchAll(/[^ -,./:-@[\]^_`{|}~\t\r\n]{1,60}/gu)) {
    if (/[^\p{ASCII}]/u.test(word)) words.push(word);
    if (words.length === MOST_WORDS) break;
  }
  return words;
}

/** @param {Uint8Array} bytes */
function candidatesOf(bytes) {
  return CANDIDATES.map((encoding) => ({
    encoding,
    examples: [...new Set(wordsOf(iconv.decode(Buffer.from(bytes), encoding)))].slice(0, EXAMPLES),
  }));
}

/**
 * The encoding of Unicode that a file has; undefined where it has none.
 * @param {Uint8Array} bytes
 */
function unicodeOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a byte order mark: of Latin letters every second byte is 0.
  const start = bytes.subarray(0, 1000);
  const zeros = (/** @type {number} */ parity) =>
    start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return undefined;
  }
}
