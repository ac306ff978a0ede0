import { parseDeclarations, type Declaration } from './declarations.ts';
import { partsOf } from './parts.ts';

/** A selector of a rule with what decides among rules: its specificity, as one number. */
export interface Rule {
  readonly selector: string;
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}

interface StyleSheet {
  readonly rules: readonly Rule[];
  /** Declarations of `@page`. */
  readonly page: readonly Declaration[];
}

/** Width of a page in CSS pixels for media queries: A4 without its margins. */
const PAGE_PIXELS = 640;
/** Conditional groups within each other. */
const MAX_NESTING = 8;
/** What is longer is no selector that a person wrote, and each is searched several times. */
const MAX_SELECTOR_CHARS = 1000;
const CONDITION = /^@(?:media|supports|layer|container)\b/i;

/** Reads a style sheet as it applies to print. What is not understood is left out, as CSS asks for. */
export function parseStyleSheet(css: string): StyleSheet {
  const sheet = { rules: [] as Rule[], page: [] as Declaration[] };
  readRules(css, sheet, 0);
  return sheet;
}

function readRules(css: string, sheet: { rules: Rule[]; page: Declaration[] }, depth: number): void {
  for (const { text, block } of partsOf(css, ';')) {
    if (block === undefined) continue; // @import, @charset: nothing is fetched
    const prelude = text.trim();
    if (!prelude.startsWith('@')) sheet.rules.push(...rulesOf(prelude, block));
    else if (prelude.toLowerCase() === '@page') sheet.page.push(...parseDeclarations(block));
    else if (CONDITION.test(prelude) && depth < MAX_NESTING && applies(prelude)) readRules(block, sheet, depth + 1);
  }
}

function rulesOf(prelude: string, block: string): Rule[] {
  const declarations = parseDeclarations(block);
  if (declarations.length === 0) return [];
  return [...partsOf(prelude, ',')].flatMap(({ text }) => {
    const selector = text
      .trim()
      .replace(/::?link\b/g, '')
      .replaceAll(':root', 'html');
    if (selector === '' || selector.length > MAX_SELECTOR_CHARS || UNSUPPORTED.test(selector)) return [];
    return [{ selector, specificity: specificityOf(selector), declarations }];
  });
}

/** What a page on paper never is, and what is drawn without being in the text. */
const UNSUPPORTED =
  /::|:(?:hover|focus|active|visited|before|after|first-letter|first-line|target|checked|disabled|enabled|focus-within|focus-visible|host|is|where|has)\b|[{}<]/i;

function specificityOf(selector: string): number {
  const count = (pattern: RegExp): number => selector.match(pattern)?.length ?? 0;
  const ids = count(/#[\w-]+/g);
  const classes = count(/\.[\w-]+|\[[^\]]*\]|:(?!not)[\w-]+/g);
  const types = count(/(?:^|[\s>+~(])[a-z][\w-]*/gi);
  return ids * 10_000 + classes * 100 + types;
}

/** Whether a conditional group holds for a page on paper. */
function applies(condition: string): boolean {
  const query = condition.replace(/^@[\w-]+/, '').toLowerCase();
  if (/^@supports/i.test(condition)) return !/\bnot\b/.test(query);
  if (!/^@media/i.test(condition)) return true;
  return query.split(',').some(holds);
}

/** One media query, without its `@media`. */
export function holds(query: string): boolean {
  const text = query.trim();
  if (text === '') return true;
  const isNegated = /^not\b/.test(text);
  const matches =
    !/\b(?:screen|speech|tty|tv|projection|handheld)\b/.test(text) &&
    !/prefers-color-scheme\s*:\s*dark|hover\s*:\s*hover/.test(text) &&
    [...text.matchAll(/(min|max)-width\s*:\s*([\d.]+)(px|em|rem)/g)].every(([, side, number, unit]) => {
      const pixels = Number(number) * (unit === 'px' ? 1 : 16);
      return side === 'min' ? PAGE_PIXELS >= pixels : PAGE_PIXELS <= pixels;
    });
  return isNegated ? !matches : matches;
}
