import { hexOf, viewOf } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { variantLines } from './cmap-variants.ts';

/** The table `cmap` as elements. */

/** Characters that the groups of one subtable stand for at most: a small file can name all of Unicode many times. */
const MOST_CHARACTERS = 0x11_0000;

/** Lines of every encoding; `tell` hears of those that are left out. Throws a RangeError for a damaged table. */
export function* cmapLines(
  table: Uint8Array,
  names: readonly string[],
  tell: (what: string) => void,
): Generator<string> {
  const view = viewOf(table);
  yield `<tableVersion version="${view.getUint16(0)}"/>`;
  for (let index = 0; index < view.getUint16(2); index++) {
    const record = 4 + index * 8;
    const at = view.getUint32(record + 4);
    const format = view.getUint16(at);
    const place = `platformID="${view.getUint16(record)}" platEncID="${view.getUint16(record + 2)}"`;
    const element = `cmap_format_${format}`;
    if (format === 14) {
      yield `<${element} ${place}>`;
      yield* variantLines(view, at, names);
    } else if (format in MAPPINGS) {
      const isWide = format >= 8;
      const language = isWide ? view.getUint32(at + 8) : view.getUint16(at + 4);
      yield `<${element} ${place}${isWide ? groupAttributes(view, at, format) : ''} language="${language}">`;
      for (const [code, glyph] of MAPPINGS[format as keyof typeof MAPPINGS](view, at)) {
        const name = names[glyph];
        if (name !== undefined && glyph !== 0)
          yield `<map code="0x${code.toString(16)}" name="${escapeXmlAttribute(name)}"/>`;
      }
    } else if (format === 2) {
      // TTX has it as a list of characters, which this table is not read as.
      tell('an encoding of the format 2 in the table cmap');
      continue;
    } else {
      const length = format >= 8 ? view.getUint32(at + 4) : view.getUint16(at + 2);
      yield `<${element} ${place}>`;
      yield hexOf(table.subarray(at, at + length));
    }
    yield `</${element}>`;
  }
}

function groupAttributes(view: DataView, at: number, format: number): string {
  return ` format="${format}" reserved="0" length="${view.getUint32(at + 4)}" nGroups="${view.getUint32(at + 12)}"`;
}

type Pairs = Generator<readonly [code: number, glyph: number]>;

const MAPPINGS = {
  *0(view: DataView, at: number): Pairs {
    for (let code = 0; code < 256; code++) yield [code, view.getUint8(at + 6 + code)];
  },
  4: segmentPairs,
  *6(view: DataView, at: number): Pairs {
    const first = view.getUint16(at + 6);
    for (let index = 0; index < view.getUint16(at + 8); index++)
      yield [first + index, view.getUint16(at + 10 + index * 2)];
  },
  12: (view: DataView, at: number) => groupPairs(view, at, 1),
  13: (view: DataView, at: number) => groupPairs(view, at, 0),
} as const;

function* segmentPairs(view: DataView, at: number): Pairs {
  const doubled = view.getUint16(at + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    const end = view.getUint16(at + 14 + segment);
    const start = view.getUint16(at + 16 + doubled + segment);
    const delta = view.getUint16(at + 16 + 2 * doubled + segment);
    const offsetAt = at + 16 + 3 * doubled + segment;
    const offset = view.getUint16(offsetAt);
    for (let code = start; code <= end; code++) {
      if (offset === 0 || offset === 0xffff) yield [code, (code + delta) & 0xffff];
      else {
        const place = offsetAt + offset + 2 * (code - start);
        const glyph = place + 2 <= view.byteLength ? view.getUint16(place) : 0;
        yield [code, glyph === 0 ? 0 : (glyph + delta) & 0xffff];
      }
    }
  }
}

function* groupPairs(view: DataView, at: number, step: number): Pairs {
  let characters = 0;
  for (let group = at + 16; group < at + 16 + view.getUint32(at + 12) * 12; group += 12) {
    const [first, last, glyph] = [0, 4, 8].map((offset) => view.getUint32(group + offset)) as [number, number, number];
    if (last < first) continue;
    characters += last - first + 1;
    if (characters > MOST_CHARACTERS) throw new RangeError('the groups hold more than all characters');
    for (let code = first; code <= last; code++) yield [code, glyph + (code - first) * step];
  }
}
