import type { MarkdownIt, StateInline } from 'markdown-it';

const ATTRIBUTES = /\{(?:[#.]|[\w-]+=)[^{}\n]*\}/y;
/** What attributes may be behind: a link or an image, code, emphasis, an element. */
const CARRIERS = new Set(')]`*_~>');
const OF_HEADING = /[ \t]*\{([#.][^{}\n]*)\}[ \t]*$/;

/** Behind code that is for the writers of one format, and for others nothing. */
const RAW = /\{=([\w-]+)\}/y;

/** Attributes in braces, as pandoc has them: they are for programs, and no text. */
export function addAttributes(parser: MarkdownIt): void {
  parser.inline.ruler.after('image', 'attributes', readAttributes);
  parser.inline.ruler.after('image', 'raw', readRaw);
}

function readRaw(state: StateInline): boolean {
  const { src, pos, posMax, tokens } = state;
  const code = tokens.at(-1);
  if (src[pos] !== '{' || src[pos - 1] !== '`' || code?.type !== 'code_inline') return false;
  RAW.lastIndex = pos;
  const [, format] = RAW.exec(src) ?? [];
  if (format === undefined || RAW.lastIndex > posMax) return false;
  code.type = 'html_inline';
  if (!isRawHtml(format)) code.content = '';
  state.pos = RAW.lastIndex;
  return true;
}

/** Whether what is marked so is HTML; everything else is of a format that is not shown. */
export function isRawHtml(format: string): boolean {
  return /^html\d?$/.test(format);
}

/** The format for whose writers a block of code is meant alone. */
export function rawFormatOf(info: string): string | undefined {
  return /^\s*\{=([\w-]+)\}/.exec(info)?.[1];
}

function readAttributes(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '{' || !CARRIERS.has(src[pos - 1] ?? '')) return false;
  ATTRIBUTES.lastIndex = pos;
  if (!ATTRIBUTES.test(src) || ATTRIBUTES.lastIndex > posMax) return false;
  state.pos = ATTRIBUTES.lastIndex;
  return true;
}

/** Takes the attributes at its end off the text of a heading. */
export function splitHeading(content: string): { readonly text: string; readonly id?: string } {
  const match = OF_HEADING.exec(content);
  if (!match) return { text: content };
  const id = /#([^\s#.]+)/.exec(match[1]!)?.[1];
  return { text: content.slice(0, match.index), ...(id !== undefined && { id }) };
}
