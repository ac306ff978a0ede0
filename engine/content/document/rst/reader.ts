import { BlockReader, type ReadBlock } from '../light/block-reader.ts';
import { codeHtml, escapeHtml, headingHtml, noteHtml, numberingOf, plainOf } from '../light/html.ts';
import type { InlineReader } from '../light/inlines.ts';
import { dedented, endOfIndented, indentOf, isBlank, linesOf, trimmedLines } from '../light/lines.ts';
import { documentOfPage, type LightPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { findDefinitions, readDirective } from './definitions.ts';
import { readDirectiveHtml, type DirectiveReader } from './directives.ts';
import { createInlineReader, References } from './inlines.ts';
import { isTableStart, readTable } from './tables.ts';

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/;
const BULLET = /^[*+\u2022\u2023\u2043-](?: +|$)/;
const ENUMERATOR = /^(\()?(\d{1,9}|[A-Za-z]|[ivxlcdm]{1,8}|[IVXLCDM]{1,8}|#)([.)])(?: +|$)/;
const FIELD = /^:((?:[^:\\\n]|\\.|:(?! |$))+):(?: +|$)/;
const OPTION =
  /^(?:-{1,2}|\/)[\w?](?:[\w-]*(?:[ =](?:\w+|<[^>\n]+>))?)(?:, (?:-{1,2}|\/)[\w?][\w-]*(?:[ =](?:\w+|<[^>\n]+>))?)*(?: {2,}|$)/;
const EXPLICIT = /^\.\.(?: |$)/;
/** What explicit markup defines beside directives: it is no text where it stands. */
const DEFINED = /^(?:_|__:|\|[^|\n]+\| )/;
const NOTE = /^\[(\d+|[#*]|#[\w.-]+|[\w.:+-]+)\](?: +|$)/;
/** The fields that say something of the whole text. */
const BIBLIOGRAPHIC =
  /^(?:authors?|date|organization|contact|copyright|address|revision|version|status|dedication|abstract)$/i;

/** Reads a text in reStructuredText (reStructuredText Markup Specification, docutils). */
export function readRst(source: string, read?: ReadFile): Document {
  const reader = new RstReader(linesOf(source));
  return documentOfPage(reader.page(), read);
}

class RstReader extends BlockReader {
  readonly #lines: readonly string[];
  readonly #references: References;
  readonly #inlines: InlineReader;
  readonly #notes: string[] = [];
  readonly #levels: string[] = [];
  readonly #directives: DirectiveReader;
  /** How many notes without a number, or with a sign, there were. */
  #numbered = 0;
  #symbols = 0;
  #about: { title?: string; subtitle?: string; author?: string; date?: string } = {};

  constructor(lines: readonly string[]) {
    super();
    this.#lines = lines;
    this.#references = new References(findDefinitions(lines));
    this.#inlines = createInlineReader(this.#references);
    this.#directives = {
      blocks: (inner) => this.blocks(dedented(inner), 1),
      inlines: (text) => this.#inlines.read(text),
      addressOf: (name) => this.#references.addressOf(name),
    };
  }

  page(): LightPage {
    const html = this.blocks(this.#withoutTitle(), 0);
    return { about: this.#about, html, notes: this.#notes };
  }

  /** A title that no other has the level of is that of the text, and so is one below it its subtitle. */
  #withoutTitle(): readonly string[] {
    const lines = [...this.#lines];
    const titles = titlesOf(lines);
    const [first, second, ...rest] = titles;
    if (
      !first ||
      !isPreamble(lines.slice(0, first.at)) ||
      titles.some(({ key, at }) => key === first.key && at !== first.at)
    )
      return lines;
    this.#about.title = plainOf(this.#inlines.read(first.text));
    const isSubtitle =
      second !== undefined &&
      lines.slice(first.end, second.at).every(isBlank) &&
      !rest.some(({ key }) => key === second.key);
    if (isSubtitle) this.#about.subtitle = plainOf(this.#inlines.read(second.text));
    const end = isSubtitle ? second.end : first.end;
    return [...lines.slice(0, first.at), ...this.#withoutFields(lines.slice(end))];
  }

  /** The list of fields below a title says what the text is. */
  #withoutFields(lines: readonly string[]): readonly string[] {
    let at = lines.findIndex((line) => !isBlank(line));
    const start = at;
    const kept: string[] = [];
    while (at >= 0 && at < lines.length && FIELD.test(lines[at]!)) {
      const [mark, name = ''] = FIELD.exec(lines[at]!)!;
      const end = endOfIndented(lines, at + 1, 1);
      if (!BIBLIOGRAPHIC.test(name)) kept.push(...lines.slice(at, end));
      else this.#tell(name.toLowerCase(), [lines[at]!.slice(mark.length), ...lines.slice(at + 1, end)]);
      at = end;
      while (isBlank(lines[at]) && at < lines.length && FIELD.test(lines[at + 1] ?? '')) at++;
    }
    return start < 0 || at === start ? lines : [...lines.slice(0, start), ...kept, ...lines.slice(at)];
  }

  #tell(name: string, lines: readonly string[]): void {
    const value = plainOf(this.#inlines.read(lines.map((line) => line.trim()).join(' ')));
    if (/^authors?$/.test(name)) this.#about.author = [this.#about.author, value].filter(Boolean).join(', ');
    if (name === 'date') this.#about.date = value;
  }

  protected block(lines: readonly string[], at: number, depth: number): ReadBlock {
    const line = lines[at]!;
    if (indentOf(line) > 0) {
      const end = endOfIndented(lines, at, 1);
      return { html: `<blockquote>${this.blocks(dedented(lines.slice(at, end)), depth + 1)}</blockquote>`, end };
    }
    return (
      this.#title(lines, at) ??
      this.#explicit(lines, at, depth) ??
      this.#table(lines, at, depth) ??
      this.#list(lines, at, depth) ??
      this.#pairs(lines, at, depth) ??
      this.#lineBlock(lines, at) ??
      this.#definition(lines, at, depth) ??
      this.#paragraph(lines, at)
    );
  }

  #title(lines: readonly string[], at: number): ReadBlock | undefined {
    const title = titleAt(lines, at);
    if (title) {
      if (!this.#levels.includes(title.key)) this.#levels.push(title.key);
      return { html: headingHtml(this.#levels.indexOf(title.key) + 1, this.#inlines.read(title.text)), end: title.end };
    }
    const isRule = lines[at]!.length >= 4 && ADORNMENT.test(lines[at]!) && isBlank(lines[at + 1]);
    return isRule ? { html: '<hr>', end: at + 1 } : undefined;
  }

  #explicit(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const line = lines[at]!;
    if (line.startsWith('__ ')) return { html: '', end: at + 1 };
    if (!EXPLICIT.test(line)) return undefined;
    // A comment without text ends at once where a blank line follows.
    const isEmpty = line === '..' && isBlank(lines[at + 1]);
    const end = isEmpty ? at + 1 : endOfIndented(lines, at + 1, 1);
    const first = line.slice(3).trimStart();
    const block = lines.slice(at + 1, end);
    const [mark, label] = NOTE.exec(first) ?? [];
    if (label !== undefined) {
      this.#note(label, [first.slice(mark!.length), ...dedented(block)], depth);
      return { html: '', end };
    }
    if (DEFINED.test(first)) return { html: '', end };
    const directive = readDirective(first, block);
    return { html: directive ? this.#directive(directive, depth) : '', end };
  }

  #directive(directive: NonNullable<ReturnType<typeof readDirective>>, depth: number): string {
    if (directive.name === 'default-role') this.#references.defined.defaultRole = directive.argument.trim();
    if (directive.name === 'line-block') return this.#textLines(directive.content);
    const blocks = (inner: readonly string[]): string => this.blocks(dedented(inner), depth + 1);
    return readDirectiveHtml(directive, { ...this.#directives, blocks });
  }

  #textLines(lines: readonly string[]): string {
    return `<p>${lines.map((line) => this.#inlines.read(line.trim())).join('<br>')}</p>`;
  }

  #note(label: string, lines: readonly string[], depth: number): void {
    const id = label === '#' ? `#${++this.#numbered}` : label === '*' ? `*${++this.#symbols}` : label;
    const content = this.blocks(lines, depth + 1);
    this.#notes.push(/^(?:\d+|[#*].*)$/.test(label) ? noteHtml(id, content) : `<div>${content}</div>`);
  }

  #table(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    if (!isTableStart(lines[at]!)) return undefined;
    return readTable(lines, at, (cell) => this.blocks(dedented(cell), depth + 1));
  }

  #list(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const [bullet] = BULLET.exec(lines[at]!) ?? [];
    if (bullet !== undefined)
      return this.#items(lines, at, depth, { tag: '<ul>', markOf: (line) => BULLET.exec(line)?.[0] });
    const [mark, , label, stroke] = ENUMERATOR.exec(lines[at]!) ?? [];
    if (mark === undefined || !isItem(lines, at)) return undefined;
    const { numbering, number } = numberingOf(label!);
    const start = number === undefined ? '' : ` start="${number}"`;
    const markOf = (line: string): string | undefined => {
      const [own, open, , close] = ENUMERATOR.exec(line) ?? [];
      return close === stroke && (open === undefined) === !mark.startsWith('(') ? own : undefined;
    };
    return this.#items(lines, at, depth, { tag: `<ol type="${numbering}"${start}>`, markOf });
  }

  #items(
    lines: readonly string[],
    start: number,
    depth: number,
    { tag, markOf }: { readonly tag: string; readonly markOf: (line: string) => string | undefined },
  ): ReadBlock {
    const items: string[] = [];
    let at = start;
    for (;;) {
      const mark = markOf(lines[at] ?? '');
      if (mark === undefined || (at > start && !tag.startsWith('<ul') && !isItem(lines, at))) break;
      const end = endOfIndented(lines, at + 1, 1);
      const rest = dedented(lines.slice(at + 1, end));
      items.push(`<li>${this.blocks([lines[at]!.slice(mark.length), ...rest], depth + 1)}</li>`);
      at = end;
      const next = nextLine(lines, at);
      if (markOf(lines[next] ?? '') === undefined) break;
      at = next;
    }
    return { html: `${tag}${items.join('\n')}</${tag.slice(1, 3)}>`, end: at };
  }

  /** Lists of fields and of options. */
  #pairs(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    const pattern = FIELD.test(lines[start]!) ? FIELD : OPTION.test(lines[start]!) ? OPTION : undefined;
    if (!pattern) return undefined;
    const items: string[] = [];
    let at = start;
    for (;;) {
      const [mark, field] = pattern.exec(lines[at] ?? '') ?? [];
      if (mark === undefined) break;
      const end = endOfIndented(lines, at + 1, 1);
      const term = pattern === FIELD ? this.#inlines.read(field!) : `<code>${escapeHtml(mark.trim())}</code>`;
      const content = [lines[at]!.slice(mark.length), ...dedented(lines.slice(at + 1, end))];
      items.push(`<dt>${term}</dt><dd>${this.blocks(content, depth + 1)}</dd>`);
      at = end;
      const next = nextLine(lines, at);
      if (!pattern.test(lines[next] ?? '')) break;
      at = next;
    }
    return { html: `<dl>${items.join('\n')}</dl>`, end: at };
  }

  #lineBlock(lines: readonly string[], start: number): ReadBlock | undefined {
    if (!/^\|(?: |$)/.test(lines[start]!)) return undefined;
    const texts: string[] = [];
    let at = start;
    for (; at < lines.length && !isBlank(lines[at]); at++) {
      if (/^\|(?: |$)/.test(lines[at]!)) texts.push(lines[at]!.slice(2));
      else if (indentOf(lines[at]!) > 0) texts[texts.length - 1] += ` ${lines[at]!.trim()}`;
      else break;
    }
    return { html: `<p>${texts.map((text) => this.#inlines.read(text.trim())).join('<br>')}</p>`, end: at };
  }

  /** A line with indented lines below it is a term. */
  #definition(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    const isTerm = (at: number): boolean =>
      !isBlank(lines[at]) && indentOf(lines[at]!) === 0 && !isBlank(lines[at + 1]) && indentOf(lines[at + 1]!) > 0;
    if (!isTerm(start) || lines[start]!.endsWith('::')) return undefined;
    const items: string[] = [];
    let at = start;
    do {
      const end = endOfIndented(lines, at + 1, 1);
      const content = this.blocks(dedented(lines.slice(at + 1, end)), depth + 1);
      items.push(`<dt>${this.#inlines.read(lines[at]!)}</dt><dd>${content}</dd>`);
      at = end;
      const next = nextLine(lines, at);
      if (!isTerm(next) || isSpecial(lines, next)) break;
      at = next;
    } while (at < lines.length);
    return { html: `<dl>${items.join('\n')}</dl>`, end: at };
  }

  /** Lines up to a blank one; behind two colons at its end comes a text that is shown as it is. */
  #paragraph(lines: readonly string[], start: number): ReadBlock {
    let end = start + 1;
    while (!isBlank(lines[end]) && end < lines.length && indentOf(lines[end]!) === 0) end++;
    const text = lines.slice(start, end).join('\n');
    if (!text.endsWith('::')) return { html: `<p>${this.#inlines.read(text)}</p>`, end };
    const shown =
      text === '::' ? '' : text.endsWith(' ::') || text.endsWith('\n::') ? text.slice(0, -3) : text.slice(0, -1);
    const paragraph = shown === '' ? '' : `<p>${this.#inlines.read(shown)}</p>`;
    const literal = nextLine(lines, end);
    let last = endOfIndented(lines, literal, 1);
    if (last === literal && literal > end) last = endOfQuoted(lines, literal);
    if (last === literal) return { html: paragraph, end };
    return {
      html: `${paragraph}${codeHtml(dedented(trimmedLines(lines.slice(literal, last))).join('\n'))}`,
      end: last,
    };
  }
}

/** The next line that is not blank. */
function nextLine(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

/** A text that is shown as it is may have the same sign before each of its lines. */
function endOfQuoted(lines: readonly string[], start: number): number {
  const sign = /^[!-/:-@[-`{-~]/.exec(lines[start] ?? '')?.[0];
  if (sign === undefined) return start;
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(sign));
  return end < 0 ? lines.length : end;
}

/** Lines that begin like items of a numbered list are none where text follows at once, and nor are initials. */
function isItem(lines: readonly string[], at: number): boolean {
  const [mark, , label, stroke] = ENUMERATOR.exec(lines[at]!) ?? [];
  if (mark === undefined) return false;
  if (/^[A-Z]$/.test(label!) && stroke === '.' && mark.length === 3) return false;
  const next = lines[at + 1];
  return isBlank(next) || indentOf(next!) > 0 || ENUMERATOR.test(next!);
}

function isSpecial(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return EXPLICIT.test(line) || BULLET.test(line) || FIELD.test(line) || isItem(lines, at);
}

/** Whether there is nothing but comments and definitions. */
function isPreamble(lines: readonly string[]): boolean {
  for (let at = 0; at < lines.length;) {
    if (isBlank(lines[at])) at++;
    else if (EXPLICIT.test(lines[at]!) && !/^\.\. [\w:-]+::/.test(lines[at]!)) at = endOfIndented(lines, at + 1, 1);
    else return false;
  }
  return true;
}

interface Title {
  /** Titles of one level have the same lines around them. */
  readonly key: string;
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

function titleAt(lines: readonly string[], at: number): Title | undefined {
  const [line, text = '', below = ''] = [lines[at]!, lines[at + 1], lines[at + 2]];
  if (ADORNMENT.test(line) && line === below && !isBlank(text) && text.trim().length <= line.length)
    return { key: `${line[0]} ${line[0]}`, text: text.trim(), at, end: at + 3 };
  const isUnderlined = ADORNMENT.test(text) && text.length >= Math.min(line.length, Math.max(4, [...line].length));
  if (!isUnderlined || indentOf(line) > 0 || ADORNMENT.test(line)) return undefined;
  return { key: text[0]!, text: line, at, end: at + 2 };
}

function titlesOf(lines: readonly string[]): Title[] {
  const titles: Title[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (isBlank(lines[at]) || !isBlank(lines[at - 1])) continue;
    const title = titleAt(lines, at);
    if (title) titles.push(title);
    if (title) at = title.end - 1;
  }
  return titles;
}
