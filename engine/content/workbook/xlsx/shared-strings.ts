import { ConversionError } from '../../../contract/errors.ts';
import { scanXmlPieces } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';

/** Texts that cells refer to by their number (ECMA-376 18.4.9); how they are pronounced (`rPh`) does not count. */
export function readSharedStrings(pieces: Iterable<string> | undefined, limits: Limits): readonly string[] {
  const strings: string[] = [];
  if (pieces === undefined) return strings;
  let current = '';
  let inText = false;
  let phoneticDepth = 0;
  scanXmlPieces(
    pieces,
    {
      open(name) {
        if (name === 'si') current = '';
        if (name === 'rPh') phoneticDepth++;
        inText = name === 't' && phoneticDepth === 0;
      },
      close(name) {
        if (name === 'si') strings.push(decodeEscapes(current));
        if (name === 'rPh') phoneticDepth--;
        inText = false;
        if (strings.length > limits.values) throw tooManyValues(strings.length, limits.values);
      },
      text(value) {
        if (inText) current += value;
      },
    },
    limits.nesting,
  );
  return strings;
}

/** Characters that XML cannot hold are as `_x000D_` (ECMA-376 22.9.2.19, ST_Xstring). */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

export function tooManyValues(found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The workbook has more than ${allowed} values. Send a part of it.`,
    details: { limit: 'values', allowed, found },
  });
}
