import { BlockReader, type ReadBlock } from '../light/block-reader.ts';
import {
  codeHtml,
  headingHtml,
  listsHtml,
  noteHtml,
  numberingOf,
  tableHtml,
  type CellHtml,
  type ItemHtml,
} from '../light/html.ts';
import { InlineReader, type InlineRule } from '../light/inlines.ts';
import { dedented, endOfIndented, indentOf, isBlank, linesOf } from '../light/lines.ts';
import { documentOfPage, type LightPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';

export interface WikiCell {
  readonly text: string;
  readonly isHeader?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Lines that are shown as they are, quoted, HTML, or not shown, from one that opens to one that closes. */
export interface Enclosed {
  readonly open: RegExp;
  readonly close: RegExp;
  readonly as?: 'code' | 'quote' | 'text' | 'html' | 'hidden';
}

/** The beginning of an item of a list. */
export interface WikiItem {
  /** From 1. */
  readonly depth: number;
  readonly isOrdered: boolean;
  /** Before the dot or the bracket of an ordered item. */
  readonly mark?: string;
  readonly text: string;
  /** A further paragraph of the item before it. */
  readonly isContinued?: boolean;
  /** Of a term, whose text is what it means. */
  readonly term?: string;
  readonly isChecked?: boolean;
}

/** What a language reads its own blocks with. */
export interface WikiTools {
  readonly blocks: (lines: readonly string[]) => string;
  readonly inlines: (text: string) => string;
  /** Takes a note as HTML, and gives its id. */
  readonly addNote: (content: string, id?: string) => string;
}

/** How a language spells its blocks, most of which are a line or begin with one; patterns look at one line. */
export interface WikiLanguage {
  readonly headingOf?: (line: string) => { readonly level: number; readonly text: string } | undefined;
  readonly itemOf?: (line: string) => WikiItem | undefined;
  /** Items hold what is indented below their marks, as blocks; else they are paragraphs. */
  readonly itemsAreBlocks?: true;
  /** What is not indented is no item. */
  readonly itemsAreIndented?: true;
  /** Items end with their line. */
  readonly itemsAreLines?: true;
  readonly cellsOf?: (line: string) => readonly WikiCell[] | undefined;
  readonly enclosed?: readonly Enclosed[];
  /** What lines of a quotation begin with. */
  readonly quote?: RegExp;
  /** A note that comes behind the text, with its label. */
  readonly note?: RegExp;
  /** Notes go on in lines that are indented. */
  readonly notesAreIndented?: true;
  readonly silent?: RegExp;
  /** What lines that are shown with their spaces begin with. */
  readonly preformatted?: RegExp;
  /** Blocks of its own, which begin with lines of a kind. */
  readonly own?: {
    readonly begins: RegExp;
    readonly read: (lines: readonly string[], at: number, tools: WikiTools) => ReadBlock | undefined;
  };
  /** What the head of a text says of it, and the lines behind it. */
  readonly headOf?: (lines: readonly string[]) => { readonly about: LightPage['about']; readonly end: number };
  /** `lines` are those of the whole text. */
  readonly inlines: (addNote: WikiTools['addNote'], lines: readonly string[]) => readonly InlineRule[];
}

/** Reads a text in a language whose blocks are lines. */
export function readWiki(source: string, language: WikiLanguage, read?: ReadFile): Document {
  return documentOfPage(new WikiReader(linesOf(source), language).page(), read);
}

/** A text as HTML; its notes are taken otherwise. */
export function wikiHtml(source: string, language: WikiLanguage): string {
  return new WikiReader(linesOf(source), language).page().html;
}

class WikiReader extends BlockReader {
  readonly #lines: readonly string[];
  readonly #about: LightPage['about'];
  readonly #language: WikiLanguage;
  readonly #inlines: InlineReader;
  readonly #notes: string[] = [];
  /** Where the last line is that closes what lines enclose: none is looked for behind it. */
  readonly #lastCloses = new Map<Enclosed, number>();
  readonly #addNote: WikiTools['addNote'];

  constructor(lines: readonly string[], language: WikiLanguage) {
    super();
    const { about, end } = language.headOf?.(lines) ?? { about: {}, end: 0 };
    this.#about = about;
    this.#lines = lines.slice(end);
    this.#language = language;
    this.#addNote = (content, id = `note-${this.#notes.length + 1}`) => {
      this.#notes.push(noteHtml(id, content));
      return id;
    };
    this.#inlines = new InlineReader(language.inlines(this.#addNote, lines));
  }

  page(): LightPage {
    return { about: this.#about, html: this.blocks(this.#lines, 0), notes: this.#notes };
  }

  protected block(lines: readonly string[], at: number, depth: number): ReadBlock {
    const { headingOf, silent, quote, preformatted, own } = this.#language;
    const line = lines[at]!;
    if (silent?.test(line)) return { html: '', end: at + 1 };
    if (own?.begins.test(line)) {
      const blocks = (inner: readonly string[]): string => this.blocks(inner, depth + 1);
      const inlines = (text: string): string => this.#inlines.read(text);
      const read = own.read(lines, at, { blocks, inlines, addNote: this.#addNote });
      if (read) return read;
    }
    if (RULE.test(line)) return { html: '<hr>', end: at + 1 };
    const enclosed = this.#enclosed(lines, at, depth);
    if (enclosed) return enclosed;
    const heading = headingOf?.(line);
    if (heading) return { html: headingHtml(heading.level, this.#inlines.read(heading.text.trim())), end: at + 1 };
    const note = this.#note(lines, at, depth);
    if (note) return note;
    if (quote?.test(line)) {
      const end = endOf(lines, at, quote);
      const quoted = lines.slice(at, end).map((each) => each.replace(quote, ''));
      return { html: `<blockquote>${this.blocks(quoted, depth + 1)}</blockquote>`, end };
    }
    const listed = this.#table(lines, at) ?? this.#list(lines, at, depth);
    if (listed) return listed;
    if (!preformatted?.test(line)) return this.#paragraph(lines, at);
    const end = endOf(lines, at, preformatted);
    const shown = lines.slice(at, end).map((each) => this.#inlines.read(each.replace(preformatted, '')));
    return { html: `<pre>${shown.join('\n')}</pre>`, end };
  }

  #note(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const [mark, label] = this.#language.note?.exec(lines[at]!) ?? [];
    if (label === undefined) return undefined;
    let end = this.#endOfParagraph(lines, at);
    if (this.#language.notesAreIndented) end = Math.max(end, endOfIndented(lines, end, 1));
    const content = [lines[at]!.slice(mark!.length), ...dedented(lines.slice(at + 1, end))];
    this.#addNote(this.blocks(content, depth + 1), label);
    return { html: '', end };
  }

  #enclosed(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    for (const enclosed of this.#language.enclosed ?? []) {
      const [mark] = enclosed.open.exec(lines[at]!) ?? [];
      if (mark === undefined) continue;
      const end = this.#closeOf(lines, at, mark.length, enclosed);
      if (end === undefined) continue;
      const first = lines[at]!.slice(mark.length);
      const text =
        end === at
          ? [first.replace(enclosed.close, '')]
          : [first, ...lines.slice(at + 1, end), lines[end]!.replace(enclosed.close, '')];
      return { html: this.#enclosedHtml(text, enclosed, depth), end: end + 1 };
    }
    return undefined;
  }

  #enclosedHtml(text: readonly string[], { as = 'code' }: Enclosed, depth: number): string {
    if (as === 'hidden') return '';
    if (as === 'html') return text.join('\n');
    if (as === 'code') return codeHtml(text.join('\n'));
    const tag = as === 'quote' ? 'blockquote' : 'div';
    return `<${tag}>${this.blocks(text, depth + 1)}</${tag}>`;
  }

  #closeOf(lines: readonly string[], at: number, from: number, enclosed: Enclosed): number | undefined {
    if (enclosed.close.test(lines[at]!.slice(from))) return at;
    const last = this.#lastCloses.get(enclosed) ?? this.#lines.findLastIndex((line) => enclosed.close.test(line));
    this.#lastCloses.set(enclosed, last);
    if (lines === this.#lines && last <= at) return undefined;
    for (let end = at + 1; end < lines.length; end++) if (enclosed.close.test(lines[end]!)) return end;
    return undefined;
  }

  #table(lines: readonly string[], start: number): ReadBlock | undefined {
    const rows: CellHtml[][] = [];
    let end = start;
    for (; end < lines.length; end++) {
      const cells = this.#language.cellsOf?.(lines[end]!);
      if (!cells) break;
      if (cells.length > 0)
        rows.push(cells.map(({ text, ...about }) => ({ ...about, html: this.#inlines.read(text.trim()) })));
    }
    return end === start ? undefined : { html: tableHtml(rows), end };
  }

  #list(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    const { itemOf, itemsAreBlocks } = this.#language;
    if (!itemOf?.(lines[start]!)) return undefined;
    if (itemsAreBlocks) return this.#blockList(lines, start, depth);
    const items: (ItemHtml & { html: string })[] = [];
    let end = start;
    while (end < lines.length) {
      const item = itemOf(lines[end]!);
      if (!item) break;
      const next = this.#language.itemsAreLines ? end + 1 : this.#endOfParagraph(lines, end);
      const text = this.#inlines.read([item.text, ...lines.slice(end + 1, next)].join('\n'));
      end = next;
      const last = items.at(-1);
      if (item.isContinued && last) last.html += `<p>${text}</p>`;
      else items.push({ ...item, ...numberOf(item), html: tickedHtml(item) + text });
    }
    return { html: listsHtml(items), end };
  }

  /** Items with what is indented below them, as blocks; items that are deeper are in a list of their own. */
  #blockList(lines: readonly string[], start: number, depth: number): ReadBlock {
    const itemOf = this.#language.itemOf!;
    const first = itemOf(lines[start]!)!;
    const pieces: string[] = [];
    let at = start;
    for (let item: WikiItem | undefined = first; item && isSameList(item, first);) {
      const indent = indentOf(lines[at]!);
      let end = at + 1;
      while (
        end < lines.length &&
        !isBlank(lines[end]) &&
        !this.#beginsBlock(lines[end]!) &&
        indentOf(lines[end]!) >= Math.min(indent, 1)
      )
        end++;
      const below = Math.max(end, endOfIndented(lines, at + 1, indent + 1));
      const margin = this.#language.itemsAreIndented ? ' ' : '';
      const rest = dedented(lines.slice(at + 1, below)).map((line) => (line === '' ? line : margin + line));
      const content = this.blocks([item.text, ...rest], depth + 1);
      const term = item.term === undefined ? undefined : this.#inlines.read(item.term);
      pieces.push(
        term === undefined ? `<li>${tickedHtml(item)}${content}</li>` : `<dt>${term}</dt><dd>${content}</dd>`,
      );
      at = below;
      let next = below;
      while (next < lines.length && isBlank(lines[next])) next++;
      item = next < lines.length ? itemOf(lines[next]!) : undefined;
      if (item && indentOf(lines[next]!) < indent) item = undefined;
      if (item && isSameList(item, first)) at = next;
    }
    if (first.term !== undefined) return { html: `<dl>${pieces.join('\n')}</dl>`, end: at };
    if (!first.isOrdered) return { html: `<ul>${pieces.join('\n')}</ul>`, end: at };
    const { numbering = '1', number = 1 } = numberOf(first);
    return { html: `<ol type="${numbering}" start="${number}">${pieces.join('\n')}</ol>`, end: at };
  }

  #paragraph(lines: readonly string[], start: number): ReadBlock {
    const end = this.#endOfParagraph(lines, start);
    return { html: `<p>${this.#inlines.read(lines.slice(start, end).join('\n').trim())}</p>`, end };
  }

  #endOfParagraph(lines: readonly string[], start: number): number {
    let end = start + 1;
    while (end < lines.length && !isBlank(lines[end]) && !this.#beginsBlock(lines[end]!)) end++;
    return end;
  }

  #beginsBlock(line: string): boolean {
    const { headingOf, itemOf, cellsOf, enclosed = [], quote, note, silent, own, preformatted } = this.#language;
    return (
      headingOf?.(line) !== undefined ||
      itemOf?.(line) !== undefined ||
      cellsOf?.(line) !== undefined ||
      [quote, note, silent, own?.begins, preformatted].some((pattern) => pattern?.test(line)) ||
      enclosed.some(({ open }) => open.test(line)) ||
      RULE.test(line)
    );
  }
}

const RULE = /^\s*-{4,}$/;

function isSameList(a: WikiItem, b: WikiItem): boolean {
  return a.isOrdered === b.isOrdered && (a.term === undefined) === (b.term === undefined);
}

function tickedHtml({ isChecked }: WikiItem): string {
  return isChecked === undefined ? '' : `<input type="checkbox"${isChecked ? ' checked' : ''}> `;
}

function numberOf({ mark }: WikiItem): { readonly numbering?: string; readonly number?: number } {
  return mark === undefined ? {} : numberingOf(mark);
}

function endOf(lines: readonly string[], start: number, pattern: RegExp): number {
  let end = start + 1;
  while (end < lines.length && pattern.test(lines[end]!)) end++;
  return end;
}
