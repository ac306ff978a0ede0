import { partsOf } from './parts.ts';

/** Properties with their values as written; shorthands are taken apart. */
export type Declarations = ReadonlyMap<string, string>;

const NAME = /^\s*([-\w]+)\s*:/;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const BORDER_STYLE = /^(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)$/;
const BORDER_WIDTH = /^(?:thin|medium|thick|[\d.]+[a-z]*)$/;
const FONT_SIZE =
  /(?:^|\s)([\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*([\w.%]+))?\s+(\D.*)$/is;

/** One declaration as it wins over others: `!important` ones come last. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

/** Reads the declarations between the braces of a rule, or of a style attribute; rules within them are left out. */
export function parseDeclarations(css: string): Declaration[] {
  return [...partsOf(css, ';')].flatMap(({ text, block }) => {
    const [start, name] = block === undefined ? (NAME.exec(text) ?? []) : [];
    if (start === undefined || name === undefined) return [];
    const mark = text.lastIndexOf('!');
    const important =
      mark > 0 &&
      text
        .slice(mark + 1)
        .trim()
        .toLowerCase() === 'important';
    const value = text.slice(start.length, important ? mark : undefined).trim();
    // Names of custom properties are case-sensitive; all others are not.
    const property = name.startsWith('--') ? name : name.toLowerCase();
    return value === '' ? [] : expand(property, value).map((one) => ({ ...one, important }));
  });
}

type Longhand = Pick<Declaration, 'property' | 'value'>;

function expand(property: string, value: string): Longhand[] {
  if (property === 'margin' || property === 'padding') return onSides(value, (side) => `${property}-${side}`);
  const borderPart = /^border-(color|style|width)$/.exec(property)?.[1];
  if (borderPart !== undefined) return onSides(value, (side) => `border-${side}-${borderPart}`);
  if (property === 'border') return SIDES.flatMap((side) => borderOf(side, value));
  const borderSide = SIDES.find((side) => property === `border-${side}`);
  if (borderSide) return borderOf(borderSide, value);
  if (property === 'background') return backgroundOf(value);
  if (property === 'font') return fontOf(value);
  if (property === 'list-style') return [{ property: 'list-style-type', value: value.split(/\s+/)[0]! }];
  if (property === 'text-decoration') return [{ property: 'text-decoration-line', value }];
  if (property === 'flex') return [{ property: 'flex-grow', value: /^[\d.]+/.exec(value)?.[0] ?? '0' }];
  if (property === 'page-break-before' || property === 'page-break-after' || property === 'page-break-inside')
    return [{ property: property.slice('page-'.length), value }];
  return [{ property, value }];
}

function onSides(value: string, nameOf: (side: string) => string): Longhand[] {
  const parts = splitValues(value);
  const [top = '', right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left].map((part, index) => ({ property: nameOf(SIDES[index]!), value: part }));
}

function borderOf(side: string, value: string): Longhand[] {
  const found = { width: 'medium', style: 'none', color: 'currentcolor' };
  for (const part of splitValues(value)) {
    if (BORDER_STYLE.test(part.toLowerCase())) found.style = part.toLowerCase();
    else if (BORDER_WIDTH.test(part.toLowerCase())) found.width = part.toLowerCase();
    else found.color = part;
  }
  return Object.entries(found).map(([part, each]) => ({ property: `border-${side}-${part}`, value: each }));
}

function backgroundOf(value: string): Longhand[] {
  const colour = splitValues(value).find(
    (part) => /^#|^rgb|^hsl|^var\(|^[a-z]+$/i.test(part) && !BACKGROUND_WORD.test(part),
  );
  const gradient = GRADIENT_COLOUR.exec(value.slice(0, MAX_GRADIENT_CHARS))?.[1];
  return [{ property: 'background-color', value: colour ?? gradient ?? 'transparent' }];
}

const GRADIENT_COLOUR = /gradient\([^)]*?(#[0-9a-f]{3,8}|rgba?\([^)]*\))/i;
/** The first colour of a gradient stands at its beginning. */
const MAX_GRADIENT_CHARS = 500;
const BACKGROUND_WORD =
  /^(?:none|no-repeat|repeat|repeat-[xy]|fixed|scroll|local|center|top|bottom|left|right|cover|contain|inherit|initial|unset)$/i;

function fontOf(value: string): Longhand[] {
  return Object.entries(fontLonghands(value) ?? {}).flatMap(([property, part]) =>
    part === undefined ? [] : [{ property, value: part }],
  );
}

/** The longhands of the shorthand `font` (CSS Fonts 4, section 2.7); undefined without a size. */
export function fontLonghands(value: string): Readonly<Record<string, string | undefined>> | undefined {
  const size = FONT_SIZE.exec(value);
  if (!size) return undefined;
  const before = value.slice(0, size.index);
  return {
    'font-style': /\b(?:italic|oblique)\b/i.exec(before)?.[0] ?? 'normal',
    'font-variant': /\bsmall-caps\b/i.exec(before)?.[0] ?? 'normal',
    'font-weight': /\b(?:bold|bolder|lighter|[1-9]\d\d)\b/i.exec(before)?.[0] ?? 'normal',
    'font-size': size[1],
    'line-height': size[2],
    'font-family': size[3],
  };
}

/** The values of a list, split at spaces outside brackets. */
export function splitValues(value: string): string[] {
  return [...partsOf(value, ' ')].flatMap(({ text }) => (text === '' ? [] : [text]));
}
