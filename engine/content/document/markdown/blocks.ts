import type { Definitions } from './definitions.ts';
import { isTableDelimiter, tableCells } from './table-rows.ts';

/** A block of Markdown; text is still to be read for what stands in its lines. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'html'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly start: number | undefined;
      readonly isLoose: boolean;
      readonly items: readonly Item[];
    }
  | {
      readonly kind: 'table';
      readonly alignments: readonly Alignment[];
      readonly rows: readonly (readonly string[])[];
    };

export interface Item {
  readonly blocks: readonly Block[];
  /** `[x]` or `[ ]` at its beginning. */
  readonly task?: boolean;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

/** Containers within each other; further in, their marks are text. */
const MAX_DEPTH = 32;
const TAB_STOP = 4;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const BULLET = /^( {0,3})([-+*])([ \t]+|$)/;
const NUMBER = /^( {0,3})(\d{1,9})([.)])([ \t]+|$)/;
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/;
const FORMULA = /^ {0,3}\$\$(.*)$/;
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;
/** Starts and ends of HTML blocks, in the order of the specification (CommonMark 0.31, section 4.6). */
const HTML_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    /^\s*$/,
  ],
];
const LONE_TAG =
  /^(?:<[a-z][\w-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[a-z][\w-]*\s*>)\s*$/i;

/** Reads the blocks of lines (CommonMark 0.31 with the tables and task lists of GFM, footnotes and formulas). */
export function readBlocks(lines: readonly string[], definitions: Definitions, depth = 0): Block[] {
  return readContainer(lines, definitions, depth).blocks;
}

interface Container {
  readonly blocks: Block[];
  /** Blank lines stand between two of them. */
  readonly hasGaps: boolean;
}

function readContainer(lines: readonly string[], definitions: Definitions, depth: number): Container {
  const blocks: Block[] = [];
  let hasGaps = false;
  let index = 0;
  while (index < lines.length) {
    if (isBlank(lines[index]!)) {
      index++;
      continue;
    }
    hasGaps ||= blocks.length > 0 && isBlank(lines[index - 1]!);
    index = readBlock(lines, index, blocks, definitions, depth);
  }
  return { blocks, hasGaps };
}

/** Reads the block that begins at a line; returns the line behind it. */
function readBlock(
  lines: readonly string[],
  index: number,
  blocks: Block[],
  definitions: Definitions,
  depth: number,
): number {
  const line = lines[index]!;
  if (indentOf(line) >= TAB_STOP) return readIndentedCode(lines, index, blocks);
  const fence = FENCE.exec(line);
  if (fence) return readFencedCode(lines, index, fence, blocks);
  const heading = HEADING.exec(line);
  if (heading) {
    blocks.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]?.replace(/^#+$/, '') ?? '' });
    return index + 1;
  }
  if (RULE.test(line)) {
    blocks.push({ kind: 'rule' });
    return index + 1;
  }
  if (depth < MAX_DEPTH) {
    if (QUOTE.test(line)) return readQuote(lines, index, blocks, definitions, depth);
    if (markerOf(line)) return readList(lines, index, blocks, definitions, depth);
    const footnote = FOOTNOTE.exec(line);
    if (footnote) return readFootnote(lines, index, footnote, definitions, depth);
  }
  if (FORMULA.test(line)) {
    const end = readFormula(lines, index, blocks);
    if (end > index) return end;
  }
  const html = htmlEnd(lines, index, false);
  if (html > index) {
    blocks.push({ kind: 'html', text: lines.slice(index, html).join('\n') });
    return html;
  }
  if (isTableStart(lines, index)) return readTable(lines, index, blocks);
  return readParagraph(lines, index, blocks, definitions);
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Columns of white space before the first letter; a tab goes to the next stop. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column++;
    else if (character === '\t') column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  return column;
}

/** The line without so many columns of white space at its beginning. */
function outdent(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  while (column < columns && index < line.length) {
    if (line[index] === ' ') column++;
    else if (line[index] === '\t') column += TAB_STOP - (column % TAB_STOP);
    else break;
    index++;
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(index);
}

function readIndentedCode(lines: readonly string[], from: number, blocks: Block[]): number {
  let index = from;
  let end = from;
  for (; index < lines.length && (isBlank(lines[index]!) || indentOf(lines[index]!) >= TAB_STOP); index++)
    if (!isBlank(lines[index]!)) end = index + 1;
  const text = lines.slice(from, end).map((line) => outdent(line, TAB_STOP));
  blocks.push({ kind: 'code', language: '', text: text.join('\n') });
  return end;
}

function readFencedCode(
  lines: readonly string[],
  from: number,
  [whole, mark = '', info = '']: RegExpExecArray,
  blocks: Block[],
): number {
  const indent = indentOf(whole);
  const closing = new RegExp(`^ {0,3}${mark[0] === '`' ? '`' : '~'}{${mark.length},}[ \\t]*$`);
  let end = from + 1;
  while (end < lines.length && !closing.test(lines[end]!)) end++;
  const text = lines.slice(from + 1, end).map((line) => outdent(line, Math.min(indent, indentOf(line))));
  blocks.push({ kind: 'code', language: info.split(/\s+/)[0] ?? '', text: text.join('\n') });
  return end + 1;
}

function readFormula(lines: readonly string[], from: number, blocks: Block[]): number {
  const first = FORMULA.exec(lines[from]!)![1]!;
  const alone = /^(.+?)\$\$\s*$/.exec(first);
  if (alone) {
    blocks.push({ kind: 'formula', text: alone[1]! });
    return from + 1;
  }
  if (first.includes('$$')) return from;
  const end = lines.findIndex((line, index) => index > from && (/\$\$\s*$/.test(line) || isBlank(line)));
  if (end < 0 || isBlank(lines[end]!)) return from;
  const text = [first, ...lines.slice(from + 1, end), lines[end]!.replace(/\$\$\s*$/, '')].join('\n');
  blocks.push({ kind: 'formula', text });
  return end + 1;
}

function readQuote(
  lines: readonly string[],
  from: number,
  blocks: Block[],
  definitions: Definitions,
  depth: number,
): number {
  const inner: string[] = [];
  let index = from;
  for (; index < lines.length; index++) {
    const line = lines[index]!;
    if (QUOTE.test(line)) inner.push(line.replace(QUOTE, ''));
    else if (continuesParagraph(line, inner)) inner.push(line);
    else break;
  }
  blocks.push({ kind: 'quote', blocks: readBlocks(inner, definitions, depth + 1) });
  return index;
}

/** Whether a line without its container's mark still belongs to the paragraph in it ("lazy continuation"). */
function continuesParagraph(line: string, inner: readonly string[]): boolean {
  const last = inner.at(-1);
  if (last === undefined || isBlank(last) || isBlank(line) || interrupts(line)) return false;
  const text = last.replace(/^[ >]*(?:[-+*]|\d{1,9}[.)])?[ \t]*/, '');
  return text !== '' && indentOf(last) < TAB_STOP && !HEADING.test(text) && !RULE.test(last) && !isInFence(inner);
}

function isInFence(lines: readonly string[]): boolean {
  let open: string | undefined;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open)) open = undefined;
  }
  return open !== undefined;
}

/** Whether a line begins a block that needs no blank line before it. */
function interrupts(line: string): boolean {
  if (indentOf(line) >= TAB_STOP) return false;
  const marker = markerOf(line);
  return (
    FENCE.test(line) ||
    HEADING.test(line) ||
    RULE.test(line) ||
    QUOTE.test(line) ||
    FOOTNOTE.test(line) ||
    HTML_BLOCKS.some(([start]) => start.test(line.trimStart())) ||
    (marker !== undefined && !marker.isEmpty && (marker.number === undefined || marker.number === 1))
  );
}

interface Marker {
  /** `-`, `+`, `*`, `.` or `)`: another one begins another list. */
  readonly sign: string;
  readonly number?: number;
  /** Columns before the content. */
  readonly width: number;
  readonly isEmpty: boolean;
}

function markerOf(line: string): Marker | undefined {
  if (RULE.test(line)) return undefined;
  const bullet = BULLET.exec(line);
  const match = bullet ?? NUMBER.exec(line);
  if (!match) return undefined;
  const [whole, indent = ''] = match;
  const space = match.at(-1) ?? '';
  const markWidth = indent.length + (bullet ? 1 : match[2]!.length + 1);
  const isEmpty = isBlank(line.slice(whole.length));
  const spaces = indentOf(' '.repeat(markWidth % TAB_STOP) + space) - (markWidth % TAB_STOP);
  // Five columns or more: the content is indented code, one column behind the mark.
  const width = markWidth + (isEmpty || spaces > TAB_STOP ? 1 : spaces);
  return bullet ? { sign: bullet[2]!, width, isEmpty } : { sign: match[3]!, number: Number(match[2]), width, isEmpty };
}

function readList(
  lines: readonly string[],
  from: number,
  blocks: Block[],
  definitions: Definitions,
  depth: number,
): number {
  const first = markerOf(lines[from]!)!;
  const items: Item[] = [];
  let isLoose = false;
  let index = from;
  while (index < lines.length) {
    const marker = indentOf(lines[index]!) < TAB_STOP ? markerOf(lines[index]!) : undefined;
    if (!marker || marker.sign !== first.sign) break;
    const { inner, next } = itemLines(lines, index, marker);
    const task = TASK.exec(inner[0] ?? '');
    const content = task ? [inner[0]!.slice(task[0].length), ...inner.slice(1)] : inner;
    const read = readContainer(content, definitions, depth + 1);
    items.push({ blocks: read.blocks, ...(task && { task: task[1] !== ' ' }) });
    isLoose ||= read.hasGaps;
    const following = lines.findIndex((line, at) => at >= next && !isBlank(line));
    if (following < 0) {
      index = lines.length;
      break;
    }
    const nextMarker = indentOf(lines[following]!) < TAB_STOP ? markerOf(lines[following]!) : undefined;
    const goesOn = nextMarker?.sign === first.sign;
    isLoose ||= goesOn && following > next;
    index = goesOn ? following : next;
    if (!goesOn) break;
  }
  blocks.push({ kind: 'list', start: first.number, isLoose, items });
  return index;
}

function itemLines(lines: readonly string[], from: number, { width }: Marker): { inner: string[]; next: number } {
  const inner = [outdent(withoutMark(lines[from]!, width), 0)];
  let index = from + 1;
  for (; index < lines.length; index++) {
    const line = lines[index]!;
    if (isBlank(line)) {
      // An item may begin with one blank line at most.
      if (inner.length === 1 && isBlank(inner[0]!)) break;
      inner.push('');
    } else if (indentOf(line) >= width) inner.push(outdent(line, width));
    else if (continuesParagraph(line, inner) && !(indentOf(line) < TAB_STOP && markerOf(line)))
      inner.push(line.trimStart());
    else break;
  }
  // Blank lines at the end stand between items, or behind the list.
  while (inner.length > 1 && isBlank(inner.at(-1)!)) {
    inner.pop();
    index--;
  }
  return { inner, next: index };
}

/** The first line of an item: its mark counts as white space. */
function withoutMark(line: string, width: number): string {
  const mark = (BULLET.exec(line) ?? NUMBER.exec(line))![0].trimEnd();
  return outdent(' '.repeat(mark.length) + line.slice(mark.length), width);
}

function readFootnote(
  lines: readonly string[],
  from: number,
  [mark, label = '']: RegExpExecArray,
  definitions: Definitions,
  depth: number,
): number {
  const inner = [lines[from]!.slice(mark.length)];
  let index = from + 1;
  for (; index < lines.length; index++) {
    const line = lines[index]!;
    if (isBlank(line)) inner.push('');
    else if (indentOf(line) >= 2) inner.push(outdent(line, Math.min(TAB_STOP, indentOf(line))));
    else if (!isBlank(inner.at(-1)!) && !interrupts(line)) inner.push(line);
    else break;
  }
  definitions.addFootnote(label, readBlocks(inner, definitions, depth + 1));
  return index;
}

/** The line behind an HTML block that begins here, or the same line. */
function htmlEnd(lines: readonly string[], from: number, inParagraph: boolean): number {
  const line = lines[from]!.trimStart();
  if (!line.startsWith('<')) return from;
  const kind = HTML_BLOCKS.findIndex(([start]) => start.test(line));
  if (kind < 0 && (inParagraph || !LONE_TAG.test(line))) return from;
  const endsAtBlank = kind < 0 || kind === HTML_BLOCKS.length - 1;
  const end = endsAtBlank ? /^\s*$/ : HTML_BLOCKS[kind]![1];
  const last = lines.findIndex((each, index) => index >= from && end.test(each));
  if (last < 0) return lines.length;
  return endsAtBlank ? last : last + 1;
}

function isTableStart(lines: readonly string[], index: number): boolean {
  const next = lines[index + 1];
  if (next === undefined || !lines[index]!.includes('|') || !isTableDelimiter(next)) return false;
  return tableCells(lines[index]!).length === tableCells(next).length;
}

function readTable(lines: readonly string[], from: number, blocks: Block[]): number {
  const alignments = tableCells(lines[from + 1]!).map((cell): Alignment => {
    const isRight = cell.endsWith(':');
    if (cell.startsWith(':')) return isRight ? 'center' : 'left';
    return isRight ? 'right' : undefined;
  });
  const rows = [tableCells(lines[from]!)];
  let index = from + 2;
  for (; index < lines.length && !isBlank(lines[index]!) && !interrupts(lines[index]!); index++)
    rows.push(alignments.map((_, column) => tableCells(lines[index]!)[column] ?? ''));
  blocks.push({ kind: 'table', alignments, rows });
  return index;
}

function readParagraph(lines: readonly string[], from: number, blocks: Block[], definitions: Definitions): number {
  const text: string[] = [];
  let index = from;
  for (; index < lines.length; index++) {
    const line = lines[index]!;
    const setext = text.length > 0 ? SETEXT.exec(line) : null;
    if (setext) {
      const rest = definitions.takeFrom(text.join('\n'));
      if (rest.trim() !== '') {
        blocks.push({ kind: 'heading', level: setext[1]!.startsWith('=') ? 1 : 2, text: rest });
        return index + 1;
      }
    }
    const ends = isBlank(line) || (index > from && (interrupts(line) || isTableStart(lines, index)));
    if (ends) break;
    text.push(line.trimStart());
  }
  const rest = definitions.takeFrom(text.join('\n')).trimEnd();
  if (rest !== '') blocks.push({ kind: 'paragraph', text: rest });
  return index;
}
