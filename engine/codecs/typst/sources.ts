import type { RunContext } from '../../contract/codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { TypstDocument } from './compiler.ts';
import { typstOfHtml } from './html/document.ts';
import { breakable, literal, withoutControls } from './markup.ts';
import {
  fontList,
  FONT_RULES,
  houseStyle,
  pageRules,
  pageSetup,
  REFERENCES,
  tableOfContents,
  UNDATED,
} from './style.ts';

type Companions = ReadonlyMap<string, Uint8Array>;

/** A text as its author wrote it: it gets fonts that exist, and the paper that the caller asks for. */
export function foreignText(text: string, beside: Companions, options: OptionValues): TypstDocument {
  return withFront([FONT_RULES, pageRules(options)], text, beside);
}

/** A text that says what its parts are, and not their style. */
export function styledText(text: string, companions: Companions, options: OptionValues): TypstDocument {
  const rules = [FONT_RULES, houseStyle(options), REFERENCES, tableOfContents(options)];
  return { ...withFront(rules, text, companions), isTranslated: true };
}

/** A page of HTML: its own style over that of the house. */
export function webPage(
  html: string,
  companions: Companions,
  options: OptionValues,
  context: RunContext,
): TypstDocument {
  const { source, files } = typstOfHtml(html, companions, options, context);
  return withFront([FONT_RULES, houseStyle(options)], source, files);
}

/** Letters of one width, as its author saw them: lines keep their ends, and long ones are broken. */
export function plainText(text: string, options: OptionValues): TypstDocument {
  const { width, margin, fontSize } = pageSetup({ fontSize: PLAIN_FONT_SIZE, ...options });
  const columns = Math.floor((width - 2 * margin) / (fontSize * LETTER_WIDTH));
  const pages = withoutControls(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\f]+$/gm, '')
    .trimEnd()
    .split('\f')
    .map((page) => linesOf(page, columns));
  const rules = [
    FONT_RULES,
    houseStyle({ ...options, fontSize }),
    `#set text(font: ${fontList('Cousine')});#set par(leading: 0.55em);`,
  ];
  return withFront(rules, pages.join('#pagebreak();'), new Map());
}

/** Points; eighty letters fit on a line of A4. */
const PLAIN_FONT_SIZE = 9.5;
/** Of the size of the text: all letters of the font are as wide. */
const LETTER_WIDTH = 0.6002;

function linesOf(page: string, columns: number): string {
  return page
    .split('\n')
    .map((line) => literal(breakable(expandTabs(line), columns)))
    .join('#linebreak();');
}

function expandTabs(line: string): string {
  return line.includes('\t')
    ? line.replace(/([^\t]*)\t/g, (_, before: string) => before.padEnd(before.length + 8 - (before.length % 8)))
    : line;
}

function withFront(rules: readonly string[], text: string, companions: Companions): TypstDocument {
  const front = `${[UNDATED, ...rules].filter((rule) => rule !== '').join('\n')}\n`;
  return { source: front + text, companions, ownLines: front.split('\n').length - 1 };
}
