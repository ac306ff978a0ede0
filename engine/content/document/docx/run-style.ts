import type { XmlAttributes } from '../../../io/xml.ts';
import type { TextStyle } from '../model.ts';
import { isOff } from './margins.ts';

/** Half points below which no text is read. */
const MIN_HALF_POINTS = 6;

/** A style with what one property of a run adds to it (ECMA-376, 17.3.2). */
export function styleWith(
  style: TextStyle | undefined,
  name: string,
  attributes: XmlAttributes,
): TextStyle | undefined {
  const value = attributes.get('val');
  const added = propertyOf(name, value);
  return added ? { ...style, ...added } : style;
}

function propertyOf(name: string, value: string | undefined): TextStyle | undefined {
  switch (name) {
    case 'b':
      return isOff(value) ? undefined : { bold: true };
    case 'i':
      return isOff(value) ? undefined : { italic: true };
    case 'strike':
      return isOff(value) ? undefined : { strike: true };
    case 'u':
      return value === 'none' ? undefined : { underline: true };
    case 'vertAlign':
      if (value === 'superscript') return { script: 'super' };
      return value === 'subscript' ? { script: 'sub' } : undefined;
    case 'color':
      return /^f{6}$/i.test(value ?? '') ? { isFaint: true } : undefined;
    case 'sz':
      return Number(value ?? MIN_HALF_POINTS) < MIN_HALF_POINTS ? { isFaint: true } : undefined;
    // White letters on a ground of their own are seen.
    case 'shd':
    case 'highlight':
      return { isFaint: false };
  }
  return undefined;
}

const EMUS_A_POINT = 12_700;

/** In points. */
export interface Size {
  readonly width?: number;
  readonly height?: number;
}

/** The size of a drawing in points (ECMA-376, 20.4.2.7). */
export function sizeOf(attributes: XmlAttributes): Size {
  const [width, height] = ['cx', 'cy'].map((name) => Number(attributes.get(name) ?? 0) / EMUS_A_POINT) as [
    number,
    number,
  ];
  return { ...(width > 0 && { width }), ...(height > 0 && { height }) };
}
