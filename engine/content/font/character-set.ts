import { ConversionError } from '../../contract/errors.ts';

const RANGE = /^U\+([0-9a-f]{1,6})(?:-(?:U\+)?([0-9a-f]{1,6}))?$/i;
const LAST_CODE_POINT = 0x10_ffff;

/**
 * The characters that the option `subset` names: ranges as in CSS (`U+0020-007E, U+00A0-00FF`), or the characters
 * themselves. Throws `invalid_options` for a range that is none.
 */
export function parseCharacterSet(text: string): ReadonlySet<number> {
  if (!/^\s*U\+/i.test(text)) return new Set(Array.from(text, (char) => char.codePointAt(0)!));
  const codePoints = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = RANGE.exec(part.trim()) ?? [];
    const [from, to] = [Number.parseInt(first ?? '', 16), Number.parseInt(last ?? '', 16)];
    if (!(from <= to && to <= LAST_CODE_POINT)) throw wrongRange(part.trim());
    for (let codePoint = from; codePoint <= to; codePoint++) codePoints.add(codePoint);
  }
  return codePoints;
}

function wrongRange(part: string): ConversionError {
  return new ConversionError({
    code: 'invalid_options',
    message: `Expected ranges such as U+0020-007E,U+00A0-00FF or the characters themselves for subset, but received ${part}.`,
    details: { option: 'subset' },
  });
}
