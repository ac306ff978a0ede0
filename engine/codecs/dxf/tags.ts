import type { ConversionError } from '../../contract/errors.ts';
import { corrupt, truncated } from '../../content/records/errors.ts';
import { latin1Of, utf8Of, viewOf } from '../../io/bytes.ts';
import { decodeText } from '../../io/text-encoding.ts';

/* DXF reference (Autodesk, 2018): a file is a list of values, each with the number of its group. */

export type Tag = readonly [group: number, value: string];

const BINARY = 'AutoCAD Binary DXF\r\n\x1a\0';
/** Names of code pages that the header has, and what decoders call them. */
const CODE_PAGE = /\$DWGCODEPAGE\s+3\s+(?:ANSI_(\d{3,5})|DOS(\d{3,4}))/i;

/**
 * The tags of a file of text, or of a binary one. Throws `input_corrupt` for what is none, and `input_truncated` where the
 * mark of the end is missing, which every drawing has.
 */
export function readTags(bytes: Uint8Array): Tag[] {
  return latin1Of(bytes, 0, BINARY.length) === BINARY ? readBinaryTags(bytes) : readTextTags(textOf(bytes));
}

/** Files since AutoCAD 2007 are UTF-8; those before are of a code page that the header names. */
function textOf(bytes: Uint8Array): string {
  const head = latin1Of(bytes, 0, Math.min(bytes.byteLength, 16_384));
  const version = /\$ACADVER\s+1\s+AC(\d{4})/.exec(head)?.[1] ?? '0';
  const page = CODE_PAGE.exec(head)?.[1];
  return decodeText(bytes, Number(version) < 1021 && page ? `windows-${page}` : undefined).text;
}

function readTextTags(text: string): Tag[] {
  const lines = text.split(/\r\n|\n|\r/);
  const tags: Tag[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const group = lines[at]!.trim();
    if (group === '' && lines.slice(at).every((line) => line.trim() === '')) break;
    if (!/^-?\d{1,4}$/.test(group)) throw corrupt(`line ${at + 1} is no number of a group`, { line: at + 1 });
    tags.push([Number(group), lines[at + 1]!]);
    if (group === '0' && lines[at + 1]!.trim() === 'EOF') return tags;
  }
  if (tags.length === 0) throw corrupt('it has no groups');
  throw withoutEnd();
}

/** Bytes of a value by its group; texts end with a zero. */
const WIDTHS: readonly (readonly [
  first: number,
  last: number,
  read: 'double' | 'int16' | 'int32' | 'int64' | 'flag',
])[] = [
  [10, 59, 'double'],
  [60, 79, 'int16'],
  [90, 99, 'int32'],
  [110, 149, 'double'],
  [160, 169, 'int64'],
  [170, 179, 'int16'],
  [210, 239, 'double'],
  [270, 289, 'int16'],
  [290, 299, 'flag'],
  [370, 389, 'int16'],
  [400, 409, 'int16'],
  [420, 429, 'int32'],
  [440, 459, 'int32'],
  [460, 469, 'double'],
  [1010, 1059, 'double'],
  [1060, 1070, 'int16'],
  [1071, 1071, 'int32'],
];
const SIZES = { double: 8, int16: 2, int32: 4, int64: 8, flag: 1 } as const;
/** Data that lies in the file as it is, behind its length. */
const isChunk = (group: number): boolean => (group >= 310 && group <= 319) || group === 1004;

function readBinaryTags(bytes: Uint8Array): Tag[] {
  const view = viewOf(bytes);
  const tags: Tag[] = [];
  const need = (at: number, size: number): void => {
    if (at + size > bytes.byteLength) throw truncated('a value is cut off');
  };
  // Before AutoCAD 13 groups had one byte: the second byte of the first group, a 0, tells.
  const isOld = bytes[BINARY.length + 1] !== 0;
  for (let at = BINARY.length; at < bytes.byteLength;) {
    need(at, 3);
    const isShort = isOld && bytes[at] !== 255;
    const group = isShort ? bytes[at]! : view.getInt16(isOld ? at + 1 : at, true);
    at += isShort ? 1 : isOld ? 3 : 2;
    const read = WIDTHS.find(([first, last]) => group >= first && group <= last)?.[2];
    if (isChunk(group)) {
      need(at, 1);
      at += 1 + bytes[at]!;
    } else if (read) {
      need(at, SIZES[read]);
      tags.push([group, valueAt(view, at, read)]);
      at += SIZES[read];
    } else {
      const end = bytes.indexOf(0, at);
      if (end < 0) throw truncated('a text is cut off');
      const value = utf8Of(bytes.subarray(at, end));
      tags.push([group, value]);
      at = end + 1;
      if (group === 0 && value === 'EOF') return tags;
    }
  }
  throw withoutEnd();
}

function withoutEnd(): ConversionError {
  return truncated('the mark of its end is missing');
}

function valueAt(view: DataView, at: number, read: keyof typeof SIZES): string {
  if (read === 'double') return String(view.getFloat64(at, true));
  if (read === 'int16') return String(view.getInt16(at, true));
  if (read === 'int32') return String(view.getInt32(at, true));
  return read === 'int64' ? String(view.getBigInt64(at, true)) : String(view.getUint8(at));
}
