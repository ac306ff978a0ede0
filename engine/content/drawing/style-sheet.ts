import { bytesOfBase64 } from '../../io/bytes.ts';
import { fontLonghands, parseDeclarations } from '../document/css/declarations.ts';
import { partsOf } from '../document/css/parts.ts';

/** How a style sheet's or style attribute's list of families is written again. */
export type Rename = (families: string) => string;

const DATA_ADDRESS = /url\(\s*["']?data:[^,"')]{0,100};base64,([^"')]*)/gi;
const DECLARATION = /(^|[;{\s/])(font-family|font)(\s*:\s*)((?:"[^"]*"|'[^']*'|[^;{}"'])*)/gi;
const IMPORTANT = /!\s*important\s*$/i;
/** Words that take the family from somewhere else. */
const CSS_WIDE = /^(?:inherit|initial|unset|revert|caption|icon|menu|message-box|small-caption|status-bar)$/i;

/** CSS with other families. The shorthand `font`, which the library does not know, is taken apart. */
export function rewriteFonts(css: string, rename: Rename): string {
  return css.replace(DECLARATION, (whole, before: string, name: string, colon: string, raw: string) => {
    const important = IMPORTANT.exec(raw)?.[0] ?? '';
    const value = raw.slice(0, raw.length - important.length).trim();
    if (value === '' || CSS_WIDE.test(value)) return whole;
    if (name.toLowerCase() === 'font-family') return `${before}${name}${colon}${rename(value)}${important}`;
    const parts = Object.entries(fontLonghands(value) ?? {}).filter(([key]) => key !== 'line-height');
    if (parts.length === 0) return whole;
    const longhands = parts.map(([key, part = '']) => [key, key === 'font-family' ? rename(part) : part]);
    return before + longhands.map(([key, part]) => `${key}:${part}${important}`).join(';');
  });
}

/** A font that a style sheet brings along. */
export interface EmbeddedFont {
  readonly family: string;
  readonly bytes: Uint8Array;
}

/** The `@font-face` rules of a style sheet whose font is in the sheet itself. */
export function embeddedFonts(css: string): EmbeddedFont[] {
  return [...partsOf(css, ';')].flatMap(({ text, block }) => {
    if (block === undefined || text.trim().toLowerCase() !== '@font-face') return [];
    const declarations = parseDeclarations(block);
    const family = declarations
      .find(({ property }) => property === 'font-family')
      ?.value.replace(/^(["'])(.*)\1$/s, '$2');
    if (!family) return [];
    return declarations
      .filter(({ property }) => property === 'src')
      .flatMap(({ value }) => [...value.matchAll(DATA_ADDRESS)])
      .map(([, base64]) => ({ family, bytes: bytesOfBase64(base64!) }));
  });
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
          .replaceAll(/\s+/g, ' ')
          .trim()
          .replaceAll(/ ?[>+~] ?/g, '>')
          .split(' ').length - 1;
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
