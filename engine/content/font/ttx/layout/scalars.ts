import { fixedText } from '../fields.ts';
import { UnknownStructure } from './context.ts';
import type { CoverageReader } from './coverage-reader.ts';
import type { ScalarKind } from './schema.ts';

/** Single values of layout tables as attributes hold them. */

export const BYTES_OF_SCALAR: Readonly<Record<ScalarKind, number>> = {
  ...{ u16: 2, i16: 2, glyph: 2, f2dot14: 2, tenths: 2 },
  ...{ u24: 3, u32: 4, tag: 4, fixed: 4, real: 4 },
};

export function scalarText(view: DataView, kind: ScalarKind, at: number, glyphs: CoverageReader): string {
  switch (kind) {
    case 'u16':
      return String(view.getUint16(at));
    case 'i16':
      return String(view.getInt16(at));
    case 'u24':
      return String((view.getUint8(at) << 16) | view.getUint16(at + 1));
    case 'u32':
      return String(view.getUint32(at));
    case 'glyph':
      return glyphs.name(view.getUint16(at));
    case 'tag':
      return tagText(view, at);
    case 'fixed':
      return `0x${view.getUint32(at).toString(16).padStart(8, '0')}`;
    case 'real':
      return fixedText(view.getInt32(at), 16);
    case 'f2dot14':
      return fixedText(view.getInt16(at), 14);
    case 'tenths':
      return (view.getUint16(at) / 10).toFixed(1);
  }
}

/** A tag that needs no escapes; others are not written as structures. */
function tagText(view: DataView, at: number): string {
  const text = String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  if (/[^\x20-\x7e]|["&<>\\]/.test(text)) throw new UnknownStructure();
  return text;
}
