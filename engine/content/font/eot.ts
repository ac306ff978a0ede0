import { viewOf } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import { damaged, tableOf, truncated, writeSfnt, type Sfnt } from './sfnt.ts';

/** Embedded OpenType: a font behind a header of its names. https://www.w3.org/submissions/EOT/ */

const FIXED_BYTES = 82;
const VERSION = 0x0002_0001;
const MAGIC = 0x504c;
const FLAG = { compressed: 0x4, xored: 0x1000_0000 } as const;
/** The shortest tables that have what the header repeats. */
const OS2_BYTES = 68;
const NAME_BYTES = 6;
const XOR_KEY = 0x50;
const DEFAULT_CHARSET = 1;
const EMBEDDED_NAMES = { family: 1, style: 2, version: 5, full: 4 } as const;
const [WINDOWS, ENGLISH_US] = [3, 0x409] as const;

/** The font inside. Throws `unsupported_conversion` for MicroType Express, a compression nobody else writes. */
export function unpackEot(file: Uint8Array): Uint8Array {
  if (file.byteLength < FIXED_BYTES) throw truncated('its header');
  const view = viewOf(file);
  const [whole, fontBytes, , flags] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (view.getUint16(34, true) !== MAGIC) throw damaged('its header has no mark of Embedded OpenType');
  if (whole > file.byteLength) throw truncated('its end');
  if (fontBytes > whole - FIXED_BYTES) throw damaged('the font in it is longer than the file');
  if (flags & FLAG.compressed) throw microTypeExpress();
  const font = file.slice(whole - fontBytes, whole);
  if (flags & FLAG.xored) for (let at = 0; at < font.byteLength; at++) font[at]! ^= XOR_KEY;
  return font;
}

function microTypeExpress(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message:
      'The font inside this Embedded OpenType file is compressed by MicroType Express, which is not read here. Send the font as TTF, OTF or WOFF.',
    details: { compression: 'MicroType Express' },
  });
}

function nameless(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message:
      'Embedded OpenType says how a font is called and what it may be used for, which this font does not (tables name and OS/2). Convert it to WOFF instead.',
  });
}

/** Puts the header before a font, neither compressed nor encrypted. */
export function packEot(sfnt: Sfnt): Uint8Array {
  const font = writeSfnt(sfnt);
  const os2 = sfnt.tables.get('OS/2');
  const name = sfnt.tables.get('name');
  if (!os2 || !name || os2.byteLength < OS2_BYTES || name.byteLength < NAME_BYTES) throw nameless();
  const names = Object.values(EMBEDDED_NAMES).map((id) => englishName(name, id));
  const namesBytes = names.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0);
  const file = new Uint8Array(FIXED_BYTES + namesBytes + 2 + font.byteLength);
  const [view, metrics] = [viewOf(file), viewOf(os2)];
  view.setUint32(0, file.byteLength, true);
  view.setUint32(4, font.byteLength, true);
  view.setUint32(8, VERSION, true);
  file.set(os2.subarray(32, 42), 16); // PANOSE
  file[26] = DEFAULT_CHARSET;
  file[27] = metrics.getUint16(62) & 1; // italic
  view.setUint32(28, metrics.getUint16(4), true); // weight
  view.setUint16(32, metrics.getUint16(8), true); // what embedding is allowed
  view.setUint16(34, MAGIC, true);
  for (let range = 0; range < 4; range++) view.setUint32(36 + 4 * range, metrics.getUint32(42 + 4 * range), true);
  const codePageRanges = os2.byteLength >= 86 ? 2 : 0;
  for (let range = 0; range < codePageRanges; range++)
    view.setUint32(52 + 4 * range, metrics.getUint32(78 + 4 * range), true);
  view.setUint32(60, tableOf(font, 'head')!.getUint32(8), true); // checkSumAdjustment
  let at = FIXED_BYTES;
  for (const text of names) {
    view.setUint16(at, text.byteLength, true);
    file.set(text, at + 2);
    at += 4 + text.byteLength;
  }
  file.set(font, at + 2); // after the length of an empty RootString
  return file;
}

/** A name in American English as UTF-16, in the byte order that EOT wants; empty where the font has none. */
function englishName(table: Uint8Array, wanted: number): Uint8Array {
  const view = viewOf(table);
  const strings = view.getUint16(4);
  for (let at = 6; at + 12 <= Math.min(table.byteLength, 6 + view.getUint16(2) * 12); at += 12) {
    const [platform, , language, id] = [0, 2, 4, 6].map((field) => view.getUint16(at + field));
    if (platform !== WINDOWS || language !== ENGLISH_US || id !== wanted) continue;
    const start = strings + view.getUint16(at + 10);
    const text = table.slice(start, start + (view.getUint16(at + 8) & ~1));
    for (let char = 0; char + 1 < text.byteLength; char += 2) text.subarray(char, char + 2).reverse();
    return text;
  }
  return new Uint8Array();
}
