import { BlockReader, type ReadBlock } from '../light/block-reader.ts';
import { codeHtml, headingHtml, listsHtml, noteHtml, tableHtml, type CellHtml, type ItemHtml } from '../light/html.ts';
import { InlineReader, type InlineRule } from '../light/inlines.ts';
import { isBlank, linesOf } from '../light/lines.ts';
import { documentOfPage, type LightPage } from '../light/page.ts';
import type { Document } from '../model.ts';

export interface WikiCell {
  readonly text: string;
  readonly isHeader: boolean;
}

/** Lines that are shown as they are, or quoted, from one that opens to one that closes. */
export interface Enclosed {
  readonly open: RegExp;
  readonly close: RegExp;
  readonly isQuote?: true;
}

/** How a wiki spells its blocks, each of which is a line or begins with one; patterns look at one line. */
export interface WikiLanguage {
  readonly headingOf: (line: string) => { readonly level: number; readonly text: string } | undefined;
  readonly itemOf: (line: string) => (Pick<ItemHtml, 'depth' | 'isOrdered'> & { readonly text: string }) | undefined;
  readonly cellsOf: (line: string) => readonly WikiCell[] | undefined;
  readonly enclosed: readonly Enclosed[];
  readonly quote?: RegExp;
  readonly note?: RegExp;
  readonly silent?: RegExp;
  /** `addNote` takes a note where it is referred to, as HTML, and gives its id. */
  readonly inlines: (addNote: (content: string) => string) => readonly InlineRule[];
}

/** Reads a text in the language of a wiki. */
export function readWiki(
  source: string,
  language: WikiLanguage,
  read?: (address: string) => Uint8Array | undefined,
): Document {
  return documentOfPage(new WikiReader(linesOf(source), language).page(), read);
}

class WikiReader extends BlockReader {
  readonly #lines: readonly string[];
  readonly #language: WikiLanguage;
  readonly #inlines: InlineReader;
  readonly #notes: string[] = [];
  /** Where the last line is that closes what lines enclose: none is looked for behind it. */
  readonly #lastCloses = new Map<Enclosed, number>();

  constructor(lines: readonly string[], language: WikiLanguage) {
    super();
    this.#lines = lines;
    this.#language = language;
    this.#inlines = new InlineReader(
      language.inlines((content) => {
        const id = `note-${this.#notes.length + 1}`;
        this.#notes.push(noteHtml(id, content));
        return id;
      }),
    );
  }

  page(): LightPage {
    return { about: {}, html: this.blocks(this.#lines, 0), notes: this.#notes };
  }

  protected block(lines: readonly string[], at: number, depth: number): ReadBlock {
    const { headingOf, silent, note, quote } = this.#language;
    const line = lines[at]!;
    if (silent?.test(line)) return { html: '', end: at + 1 };
    if (/^\s*-{4,}$/.test(line)) return { html: '<hr>', end: at + 1 };
    const enclosed = this.#enclosed(lines, at, depth);
    if (enclosed) return enclosed;
    const heading = headingOf(line);
    if (heading) return { html: headingHtml(heading.level, this.#inlines.read(heading.text.trim())), end: at + 1 };
    const [mark, label] = note?.exec(line) ?? [];
    if (label !== undefined) {
      const end = this.#endOfParagraph(lines, at);
      this.#notes.push(noteHtml(label, this.#textHtml([line.slice(mark!.length), ...lines.slice(at + 1, end)])));
      return { html: '', end };
    }
    const quoted = quote?.exec(line)?.[0];
    if (quoted !== undefined)
      return { html: `<blockquote>${this.#textHtml([line.slice(quoted.length)])}</blockquote>`, end: at + 1 };
    return this.#table(lines, at) ?? this.#list(lines, at) ?? this.#paragraph(lines, at);
  }

  #enclosed(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    for (const enclosed of this.#language.enclosed) {
      const [mark] = enclosed.open.exec(lines[at]!) ?? [];
      if (mark === undefined) continue;
      const end = this.#closeOf(lines, at, mark.length, enclosed);
      if (end === undefined) continue;
      const first = lines[at]!.slice(mark.length);
      const text =
        end === at
          ? [first.replace(enclosed.close, '')]
          : [first, ...lines.slice(at + 1, end), lines[end]!.replace(enclosed.close, '')];
      return {
        html: enclosed.isQuote ? `<blockquote>${this.blocks(text, depth + 1)}</blockquote>` : codeHtml(text.join('\n')),
        end: end + 1,
      };
    }
    return undefined;
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
      const cells = this.#language.cellsOf(lines[end]!);
      if (!cells) break;
      if (cells.length > 0)
        rows.push(cells.map(({ text, isHeader }) => ({ html: this.#inlines.read(text.trim()), isHeader })));
    }
    return end === start ? undefined : { html: tableHtml(rows), end };
  }

  #list(lines: readonly string[], start: number): ReadBlock | undefined {
    const items: ItemHtml[] = [];
    let end = start;
    while (end < lines.length) {
      const item = this.#language.itemOf(lines[end]!);
      if (!item) break;
      const next = this.#endOfParagraph(lines, end);
      items.push({ ...item, html: this.#inlines.read([item.text, ...lines.slice(end + 1, next)].join('\n')) });
      end = next;
    }
    return items.length === 0 ? undefined : { html: listsHtml(items), end };
  }

  #paragraph(lines: readonly string[], start: number): ReadBlock {
    const end = this.#endOfParagraph(lines, start);
    return { html: this.#textHtml(lines.slice(start, end)), end };
  }

  #textHtml(lines: readonly string[]): string {
    return `<p>${this.#inlines.read(lines.join('\n').trim())}</p>`;
  }

  #endOfParagraph(lines: readonly string[], start: number): number {
    let end = start + 1;
    while (end < lines.length && !isBlank(lines[end]) && !this.#beginsBlock(lines[end]!)) end++;
    return end;
  }

  #beginsBlock(line: string): boolean {
    const { headingOf, itemOf, cellsOf, enclosed, quote, note, silent } = this.#language;
    return (
      headingOf(line) !== undefined ||
      itemOf(line) !== undefined ||
      cellsOf(line) !== undefined ||
      [quote, note, silent].some((pattern) => pattern?.test(line)) ||
      enclosed.some(({ open }) => open.test(line)) ||
      /^\s*-{4,}$/.test(line)
    );
  }
}
