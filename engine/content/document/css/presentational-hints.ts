import { attribute, type DomElement } from '../html/dom.ts';
import type { Declaration } from './declarations.ts';

const ALIGNED = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'caption',
]);
const COLOURED = new Set(['body', 'table', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot']);
const SIZED = new Set(['img', 'table', 'td', 'th', 'col', 'hr', 'svg']);
/** Sizes 1 to 7 of the element `font`. */
const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

/** What attributes from before style sheets ask for (HTML, section 15): any rule of a style sheet wins over them. */
export function presentationalHints(element: DomElement): Declaration[] {
  if (element.attributes.length === 0 && element.localName !== 'center') return [];
  return Object.entries(hintsOf(element)).flatMap(([property, value]) =>
    value === undefined ? [] : [{ property, value, important: false }],
  );
}

function hintsOf(element: DomElement): Readonly<Record<string, string | undefined>> {
  const name = element.localName;
  const of = (attributeName: string): string | undefined => attribute(element, attributeName);
  if (name === 'center') return { 'text-align': 'center' };
  if (name === 'font')
    return { color: colour(of('color')), 'font-family': of('face'), 'font-size': fontSize(of('size')) };
  if (name === 'body') return { 'background-color': colour(of('bgcolor')), color: colour(of('text')) };
  return {
    ...(ALIGNED.has(name) && { 'text-align': of('align'), 'vertical-align': of('valign') }),
    ...(COLOURED.has(name) && { 'background-color': colour(of('bgcolor')) }),
    ...(SIZED.has(name) && { width: length(of('width')), height: length(of('height')) }),
  };
}

function colour(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value;
}

function length(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return /^\d+(?:\.\d+)?$/.test(value) ? `${value}px` : value;
}

function fontSize(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const size = Number.parseInt(value, 10) + (/^[+-]/.test(value) ? 3 : 0);
  return FONT_SIZES[Math.min(7, Math.max(1, size)) - 1];
}
