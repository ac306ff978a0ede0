/** Properties with their values as written; shorthands are taken apart. */
export type Declarations = ReadonlyMap<string, string>;

const DECLARATION = /\s*([-\w]+)\s*:((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\([^)]*\)|[^;"'(])*)(?:;|$)/g;
const IMPORTANT = /\s*!\s*important\s*$/i;
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

/** Reads the declarations between the braces of a rule, or of a style attribute. */
export function parseDeclarations(css: string): Declaration[] {
  return [...css.matchAll(DECLARATION)].flatMap(([, name = '', raw = '']) => {
    const important = IMPORTANT.test(raw);
    const value = raw.replace(IMPORTANT, '').trim();
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
  const gradient = /gradient\([^)]*?(#[0-9a-f]{3,8}|rgba?\([^)]*\))/i.exec(value)?.[1];
  return [{ property: 'background-color', value: colour ?? gradient ?? 'transparent' }];
}

const BACKGROUND_WORD =
  /^(?:none|no-repeat|repeat|repeat-[xy]|fixed|scroll|local|center|top|bottom|left|right|cover|contain|inherit|initial|unset)$/i;

function fontOf(value: string): Longhand[] {
  const size = FONT_SIZE.exec(value);
  if (!size) return [];
  const before = value.slice(0, size.index);
  return [
    { property: 'font-style', value: /\b(?:italic|oblique)\b/i.exec(before)?.[0] ?? 'normal' },
    { property: 'font-weight', value: /\b(?:bold|bolder|lighter|[1-9]\d\d)\b/i.exec(before)?.[0] ?? 'normal' },
    { property: 'font-size', value: size[1]! },
    ...(size[2] === undefined ? [] : [{ property: 'line-height', value: size[2] }]),
    { property: 'font-family', value: size[3]! },
  ];
}

/** The values of a list, split at spaces outside parentheses. */
export function splitValues(value: string): string[] {
  return value.match(/[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s]+/g) ?? [];
}
