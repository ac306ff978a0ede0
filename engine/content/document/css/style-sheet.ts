import { parseDeclarations, type Declaration } from './declarations.ts';

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
const CONDITION = /^@(?:media|supports|layer|container)\b/i;

/** Reads a style sheet as it applies to print. What is not understood is left out, as CSS asks for. */
export function parseStyleSheet(css: string): StyleSheet {
  const sheet = { rules: [] as Rule[], page: [] as Declaration[] };
  readBlocks(css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->/g, ''), sheet, 0);
  return sheet;
}

function readBlocks(css: string, sheet: { rules: Rule[]; page: Declaration[] }, depth: number): void {
  let position = 0;
  while (position < css.length) {
    const open = nextOf(css, '{;', position);
    if (open < 0) return;
    const prelude = css.slice(position, open).trim();
    if (css[open] === ';') {
      position = open + 1; // @import, @charset: nothing is fetched
      continue;
    }
    const close = endOfBlock(css, open);
    const body = css.slice(open + 1, close);
    if (!prelude.startsWith('@')) sheet.rules.push(...rulesOf(prelude, body));
    else if (/^@page\s*$/i.test(prelude))
      sheet.page.push(...parseDeclarations(body.replace(/@[\w-]+\s*\{[^}]*\}/g, '')));
    else if (CONDITION.test(prelude) && depth < MAX_NESTING && applies(prelude)) readBlocks(body, sheet, depth + 1);
    position = close + 1;
  }
}

function rulesOf(prelude: string, body: string): Rule[] {
  const declarations = parseDeclarations(body);
  if (declarations.length === 0) return [];
  return prelude.split(/,(?![^([]*[)\]])/).flatMap((raw) => {
    const selector = raw
      .trim()
      .replace(/::?link\b/g, '')
      .replaceAll(':root', 'html');
    if (selector === '' || UNSUPPORTED.test(selector)) return [];
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

/** The next of these characters outside quotes and parentheses. */
function nextOf(css: string, characters: string, from: number): number {
  let quote = '';
  for (let index = from; index < css.length; index++) {
    const character = css[index]!;
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote || character === '\n') quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (characters.includes(character)) return index;
  }
  return -1;
}

/** Where the block that opens at `open` ends. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index >= 0 && index < css.length; index = nextOf(css, '{}', index + 1)) {
    depth += css[index] === '{' ? 1 : -1;
    if (depth === 0) return index;
  }
  return css.length;
}
