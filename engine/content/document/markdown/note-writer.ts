import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import type { HtmlWriter } from './html-writer.ts';
import type { MarkdownBlock, MarkdownText } from './syntax.ts';

/** Notes in notes. */
const MAX_DEPTH = 4;
/** All that notes say when they are said again: notes that refer to each other many times would grow without end. */
const MAX_REPEATED_CHARS = 1_000_000;

/** Writes notes where they are referred to, again wherever they are referred to again. */
export class NoteWriter {
  readonly #notes: MarkdownText['notes'];
  readonly #writer: HtmlWriter;
  readonly #written = new Map<string, string>();
  readonly #open = new Set<string>();
  #repeatedChars = 0;

  constructor(notes: MarkdownText['notes'], writer: HtmlWriter) {
    this.#notes = notes;
    this.#writer = writer;
  }

  html(label: string): string {
    const known = this.#written.get(label);
    this.#repeatedChars += known?.length ?? 0;
    const content = this.#repeatedChars > MAX_REPEATED_CHARS ? undefined : (known ?? this.#first(label));
    return content === undefined ? escapeHtml(`[^${label}]`) : `<athanor-footnote>${content}</athanor-footnote>`;
  }

  #first(label: string): string | undefined {
    const read = this.#notes.get(label);
    if (!read || this.#open.size >= MAX_DEPTH || this.#open.has(label)) return undefined;
    this.#open.add(label);
    const html = this.#lines(read()).join('<br>');
    this.#open.delete(label);
    this.#written.set(label, html);
    return html;
  }

  /** Elements of running text hold no blocks: line breaks part what is in a note. */
  #lines(blocks: readonly MarkdownBlock[]): string[] {
    return blocks.flatMap((block) => {
      switch (block.kind) {
        case 'paragraph':
        case 'heading':
          return [this.#writer.inlines(block.inlines)];
        case 'code':
          return [`<code>${escapeHtml(block.text)}</code>`];
        case 'quote':
          return this.#lines(block.blocks);
        case 'list':
          return block.items.flatMap((item) => this.#lines(item.blocks));
        case 'table':
          return block.rows.map((row) => row.map((cell) => this.#writer.inlines(cell)).join(' '));
        case 'rule':
          return [];
        default:
          return [this.#writer.block(block)];
      }
    });
  }
}
