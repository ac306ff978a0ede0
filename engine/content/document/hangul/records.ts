import { ConversionError } from '../../../contract/errors.ts';
import { viewOf } from '../../../io/bytes.ts';

/** A record of a stream, and those that belong to it. */
export interface HwpRecord {
  readonly tag: number;
  readonly data: Uint8Array;
  readonly children: HwpRecord[];
}

const BASE = 0x10;

export const TAG = {
  faceName: BASE + 3,
  characterShape: BASE + 5,
  paragraphShape: BASE + 9,
  paragraph: BASE + 50,
  paragraphText: BASE + 51,
  characterRuns: BASE + 52,
  control: BASE + 55,
  list: BASE + 56,
  page: BASE + 57,
  table: BASE + 61,
  picture: BASE + 69,
  equation: BASE + 72,
} as const;

const LONG = 0xfff;
const MOST_RECORDS = 2_000_000;
const MOST_LEVELS = 256;

/** Records as a tree by their levels. Throws `input_truncated`, and `input_too_complex` beyond the limits. */
export function readRecords(bytes: Uint8Array): HwpRecord[] {
  const view = viewOf(bytes);
  const root: HwpRecord[] = [];
  const open: HwpRecord[] = [];
  let count = 0;
  for (let at = 0; at + 4 <= bytes.byteLength;) {
    const head = view.getUint32(at, true);
    const [tag, level] = [head & 0x3ff, (head >>> 10) & 0x3ff];
    let size = head >>> 20;
    at += 4;
    if (size === LONG) {
      if (at + 4 > bytes.byteLength) throw truncated();
      size = view.getUint32(at, true);
      at += 4;
    }
    if (at + size > bytes.byteLength) throw truncated();
    if (++count > MOST_RECORDS || level > MOST_LEVELS) {
      const message = 'The document of Hangul has too many parts. Divide it.';
      throw new ConversionError({
        code: 'input_too_complex',
        message,
        details: { limit: 'records', allowed: MOST_RECORDS },
      });
    }
    const record: HwpRecord = { tag, data: bytes.subarray(at, at + size), children: [] };
    open.length = Math.min(level, open.length);
    (open.at(-1)?.children ?? root).push(record);
    open.push(record);
    at += size;
  }
  return root;
}

function truncated(): ConversionError {
  const message = 'The document of Hangul ends too early. Send the whole file.';
  return new ConversionError({ code: 'input_truncated', message });
}
