import { type DocumentWords, type Glyph, isBlank, type PageImage } from '../../../content/pages/model.ts';
import type { Formula } from '../../../content/pages/formulas/formula.ts';
import type { Paragraph } from '../layout/blocks.ts';
import { isWordCut } from '../layout/cut-words.ts';
import { DOT_LEADER } from '../layout/labels.ts';
import { jointOf } from '../layout/paragraph-text.ts';
import type { Row } from '../layout/rows.ts';
import type { Segment } from '../layout/segment.ts';
import { isMonospaced } from '../layout/wrapping.ts';
import { type ChooseFont, usualFont } from './document-fonts.ts';
import type { NoteMarks } from './notes.ts';
import {
  type DecoratedPage,
  decorationsOf,
  formatOf,
  type RowDecorations,
  sameFormat,
  type TextFormat,
} from './text-format.ts';
import { SPANS } from '../thresholds/writing.ts';

const { MIN_BLANK } = SPANS;

/** Where the text behind a break goes on. */
export type BreakType = 'page' | 'column';

/** A run of text of one format, a formula, an image that stands for letters, a tab, or the end of a column in the midst of a paragraph. */
export type Span =
  | { readonly kind: 'formula'; readonly formula: Formula }
  | { readonly kind: 'text'; readonly text: string; readonly format: TextFormat }
  | { readonly kind: 'picture'; readonly image: PageImage }
  | { readonly kind: 'tab' }
  | { readonly kind: 'break'; readonly type: BreakType };

/** Where the text behind the tabs of a paragraph begins or ends. */
export interface TabTarget {
  readonly x: number;
  readonly type: 'left' | 'right';
  readonly leader: boolean;
}

export interface ParagraphPart {
  readonly paragraph: Paragraph;
  readonly page: DecoratedPage;
  readonly notes?: NoteMarks | undefined;
  /** The part begins a column or page, where its text alone would not bring it. */
  readonly breakBefore?: BreakType | undefined;
}

export interface SpanOptions {
  /** The label is written by the numbering of the list. */
  readonly dropLabel: boolean;
  /** Right edge of the column. */
  readonly right: number;
  /** Those in which it is written; if absent, those that everybody has. */
  readonly chooseFont?: ChooseFont;
}

export interface ParagraphSpans {
  readonly spans: readonly Span[];
  readonly tabs: readonly TabTarget[];
}

/** Text of a paragraph, its lines joined, with the formats of its glyphs. */
export function paragraphSpans(parts: readonly ParagraphPart[], options: SpanOptions): ParagraphSpans {
  const builder = new SpanBuilder(options.chooseFont);
  const tabs: TabTarget[] = [];
  let isFirstRow = true;
  for (const { paragraph, page, notes, breakBefore } of parts) {
    for (const [rowIndex, row] of paragraph.rows.entries()) {
      const decorations = { ...decorationsOf(row, page), notes };
      const pieces = row.segments.flatMap((segment) => piecesOf(segment));
      const [first] = pieces;
      const text = (first?.glyphs ?? []).map((glyph) => glyph.text).join('');
      const next = { text, words: page.words };
      if (rowIndex === 0 && breakBefore) builder.breakLine(next, breakBefore);
      else if (!isFirstRow && first && !isWordCut(paragraph, rowIndex - 1)) builder.joinLine(next, isMonospaced(row));
      const label = row.segments[0]?.label;
      if (label && !(isFirstRow && options.dropLabel)) {
        builder.addGlyphs(label.glyphs, row.segments[0]!, decorations);
        if (label.apart) {
          builder.addTab();
          if (isFirstRow) tabs.push({ x: label.textX0, type: 'left', leader: false });
        } else builder.addSpace();
      }
      pieces.forEach((piece, index) => {
        if (index > 0 || piece.afterLeader) {
          builder.addTab();
          const endsText = index === pieces.length - 1 && rowIndex === paragraph.rows.length - 1;
          if (isFirstRow) tabs.push(tabTarget(piece, endsText, options.right));
        }
        // Only the label at the beginning of a line may be that of an item.
        const inner = piece.segment === row.segments[0] || piece.afterLeader ? undefined : piece.segment.label;
        if (inner) {
          builder.addGlyphs(inner.glyphs, piece.segment, decorations);
          builder.addSpace();
        }
        builder.addGlyphs(piece.glyphs, piece.segment, decorations);
      });
      isFirstRow = false;
    }
  }
  return { spans: builder.finish(), tabs };
}

/** Spans of one row, for headers and footers. */
export function rowSpans(row: Row, page: DecoratedPage, chooseFont?: ChooseFont): readonly (readonly Span[])[] {
  const decorations = decorationsOf(row, page);
  return row.segments.map((segment) => {
    const builder = new SpanBuilder(chooseFont);
    if (segment.label) {
      builder.addGlyphs(segment.label.glyphs, segment, decorations);
      builder.addSpace();
    }
    builder.addGlyphs(segment.glyphs, segment, decorations);
    return builder.finish();
  });
}

interface Piece {
  readonly segment: Segment;
  readonly glyphs: readonly Glyph[];
  readonly x0: number;
  readonly x1: number;
  readonly afterLeader: boolean;
}

/** A segment, cut at a row of leader dots: the dots become the leader of a tab, also where nothing is behind them. */
function piecesOf(segment: Segment): Piece[] {
  const whole = { segment, glyphs: segment.glyphs, x0: segment.x0, x1: segment.x1, afterLeader: false };
  const match = DOT_LEADER.exec(segment.text);
  if (!match) return [whole];
  const from = glyphIndexAt(segment.glyphs, match.index);
  const to = glyphIndexAt(segment.glyphs, match.index + match[0].length);
  const before = segment.glyphs.slice(0, from);
  const after = trim(segment.glyphs.slice(to));
  const behind = { segment, glyphs: after, x0: after[0]?.x0 ?? segment.x1, x1: segment.x1, afterLeader: true };
  if (after.length === 0 && behind.x1 - segment.glyphs[from]!.x0 < MIN_BLANK * segment.size) return [whole];
  return before.length === 0 ? [behind] : [{ ...whole, glyphs: before }, behind];
}

function glyphIndexAt(glyphs: readonly Glyph[], character: number): number {
  let count = 0;
  const index = glyphs.findIndex((glyph) => {
    if (count >= character) return true;
    count += glyph.text.length;
    return false;
  });
  return index < 0 ? glyphs.length : index;
}

function trim(glyphs: readonly Glyph[]): readonly Glyph[] {
  const from = glyphs.findIndex((glyph) => !isBlank(glyph));
  return from < 0 ? [] : glyphs.slice(from, glyphs.findLastIndex((glyph) => !isBlank(glyph)) + 1);
}

/** A text at the right edge is set from there, unless it goes on in the next line. */
function tabTarget(piece: Piece, endsText: boolean, right: number): TabTarget {
  const atRight = piece.afterLeader || (endsText && right - piece.x1 < 0.5 * piece.segment.size);
  return { x: atRight ? piece.x1 : piece.x0, type: atRight ? 'right' : 'left', leader: piece.afterLeader };
}

/** Whether a space has its usual width and no line below it in this format, and in the other not. */
function isPlainer(format: TextFormat, other: TextFormat): boolean {
  const marks = ({ script, underline, strike, monospace }: TextFormat): boolean =>
    script !== undefined || underline || strike || monospace;
  return !marks(format) && marks(other);
}

/** A line that text is joined with, and what words the document has. */
interface NextLine {
  readonly text: string;
  readonly words: DocumentWords | undefined;
}

/** Gathers glyphs into runs of equal format. Spaces take the format of the text before them, unless it marks words. */
class SpanBuilder {
  readonly #chooseFont: ChooseFont;
  readonly #spans: Span[] = [];
  #text = '';
  #format: TextFormat | undefined;

  constructor(chooseFont: ChooseFont = usualFont) {
    this.#chooseFont = chooseFont;
  }

  addGlyphs(glyphs: readonly Glyph[], segment: Segment, decorations: RowDecorations): void {
    for (const glyph of glyphs) {
      if (decorations.notes?.dropped.has(glyph)) continue;
      if (isBlank(glyph) && this.#format) {
        this.addSpace();
        continue;
      }
      const format = this.#inContext(formatOf(glyph, segment, decorations, this.#chooseFont), glyph);
      if (!this.#format || !sameFormat(format, this.#format)) {
        const gap = this.#takeGap(format);
        this.#flush();
        this.#format = format;
        this.#text = gap;
      }
      if (glyph.formula) this.#addWhole({ kind: 'formula', formula: glyph.formula });
      else if (glyph.picture) this.#addWhole({ kind: 'picture', image: glyph.picture });
      else this.#text += glyph.text;
    }
  }

  /** The space at the end of the text so far, where it is rather that of the text behind it. */
  #takeGap(next: TextFormat): string {
    if (!this.#format || !this.#text.endsWith(' ') || !isPlainer(next, this.#format)) return '';
    this.#text = this.#text.slice(0, -1);
    return ' ';
  }

  /** What follows it directly has the format of the text around it. */
  #addWhole(span: Span): void {
    const format = this.#format;
    this.#flush();
    this.#spans.push(span);
    this.#format = format;
  }

  /** Punctuation has the direction of the text before it. */
  #inContext(format: TextFormat, { text }: Glyph): TextFormat {
    const isNeutral = !/[\p{L}\p{N}]/u.test(text);
    return isNeutral && this.#format && this.#format.rtl !== format.rtl ? { ...format, rtl: this.#format.rtl } : format;
  }

  addSpace(): void {
    if (this.#format && !/\s$/.test(this.#text)) this.#text += ' ';
  }

  addTab(): void {
    this.#flush();
    this.#spans.push({ kind: 'tab' });
  }

  /** Joins the text so far with the next line. Lines of monospace text hyphenate no words. */
  joinLine({ text, words }: NextLine, isTypewritten: boolean): void {
    const joint = jointOf(this.#text, text, words);
    if (joint === 'space') this.addSpace();
    else if (joint === 'optional-hyphen' && !isTypewritten) this.#text = `${this.#text.slice(0, -1)}\u00ad`;
  }

  /** Ends a column before the next line; a word that goes on there is taken along whole. */
  breakLine(next: NextLine, type: BreakType): void {
    const format = this.#format;
    const joint = jointOf(this.#text, next.text, next.words);
    const head = joint === 'optional-hyphen' ? /\S*$/.exec(this.#text)![0] : '';
    this.#text = this.#text.slice(0, this.#text.length - head.length);
    if (joint === 'space') this.addSpace();
    this.#flush();
    this.#spans.push({ kind: 'break', type });
    if (head === '') return;
    this.#text = head;
    this.#format = format;
    this.joinLine(next, false);
  }

  finish(): readonly Span[] {
    this.#text = this.#text.trimEnd();
    this.#flush();
    return this.#spans;
  }

  #flush(): void {
    if (this.#format && this.#text !== '') this.#spans.push({ kind: 'text', text: this.#text, format: this.#format });
    this.#text = '';
    this.#format = undefined;
  }
}
