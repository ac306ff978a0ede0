import { bytesOfBase64 } from '../../io/bytes.ts';
/** How a style sheet's or style attribute's list of families is written again. */
export type Rename = (families: string) => string;

const DECLARATION = /(^|[;{\s/])(font-family|font)(\s*:\s*)((?:"[^"]*"|'[^']*'|[^;{}"'])*)/gi;
const IMPORTANT = /\s*!\s*important\s*$/i;
/** Words that take the family from somewhere else. */
const CSS_WIDE = /^(?:inherit|initial|unset|revert|caption|icon|menu|message-box|small-caption|status-bar)$/i;

/** CSS with other families. The shorthand `font`, which the library does not know, is taken apart. */
export function rewriteFonts(css: string, rename: Rename): string {
  return css.replace(DECLARATION, (whole, before: string, name: string, colon: string, raw: string) => {
    const important = IMPORTANT.exec(raw)?.[0] ?? '';
    const value = raw.slice(0, raw.length - important.length).trim();
    if (value === '' || CSS_WIDE.test(value)) return whole;
    if (name.toLowerCase() === 'font-family') return `${before}${name}${colon}${rename(value)}${important}`;
    const parts = takeApart(value);
    if (!parts) return whole;
    const longhands = Object.entries({ ...parts, 'font-family': rename(parts['font-family']) });
    return before + longhands.map(([key, part]) => `${key}:${part}${important}`).join(';');
  });
}

const SIZE =
  /(?:^|\s)([\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*[\w.%]+)?\s+(\D.*)$/is;

/** The longhands of the shorthand `font` (CSS Fonts 4, section 2.7), as far as drawings need them. */
function takeApart(value: string): { 'font-family': string; [longhand: string]: string } | undefined {
  const size = SIZE.exec(value);
  if (!size) return undefined;
  const before = value.slice(0, size.index);
  return {
    'font-style': /\b(?:italic|oblique)\b/i.exec(before)?.[0] ?? 'normal',
    'font-variant': /\bsmall-caps\b/i.exec(before)?.[0] ?? 'normal',
    'font-weight': /\b(?:bold|bolder|lighter|[1-9]\d\d)\b/i.exec(before)?.[0] ?? 'normal',
    'font-size': size[1]!,
    'font-family': size[2]!,
  };
}

/** A font that a style sheet brings along. */
export interface EmbeddedFont {
  readonly family: string;
  readonly bytes: Uint8Array;
}

/** The `@font-face` rules of a style sheet whose font is in the sheet itself. */
export function embeddedFonts(css: string): EmbeddedFont[] {
  const fonts: EmbeddedFont[] = [];
  for (const [, rule] of css.matchAll(/@font-face\s*\{([^}]*)\}/gi)) {
    const family = /(?:^|[;\s])font-family\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(rule!);
    const name = (family?.[1] ?? family?.[2] ?? family?.[3])?.trim();
    if (!name) continue;
    for (const [, base64] of rule!.matchAll(/url\(\s*["']?data:[^,"')]*;base64,([^"')]*)/gi)) {
      fonts.push({ family: name, bytes: bytesOfBase64(base64!) });
    }
  }
  return fonts;
}

/**
 * How many ways the library tries, at worst, to find the ancestors that the selectors of a style sheet name, for one
 * element of this depth: every ancestor may be every part of a selector.
 */
export function selectorSteps(css: string, depth: number): number {
  let steps = 0;
  for (const rule of withoutComments(css).split('}')) {
    for (const selector of rule.split('{').slice(0, -1).join().split(',')) {
      const ancestors =
        selector
          .trim()
          .replaceAll(/\s*[>+~]\s*/g, '>')
          .split(/\s+/).length - 1;
      steps += choices(depth, ancestors);
    }
  }
  return steps;
}

/** A comment without an end goes on to the end of the sheet. */
function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
}

/** Ways to choose up to so many of all, the order aside. */
function choices(all: number, most: number): number {
  let ways = 1;
  let sum = 1;
  for (let index = 0; index < Math.min(most, all); index++) {
    ways = (ways * (all - index)) / (index + 1);
    sum += ways;
  }
  return sum;
}
