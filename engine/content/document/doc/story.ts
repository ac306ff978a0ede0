import { Numbering } from '../docx/numbering.ts';
import type { Block, Inline, Text, Unshown } from '../model.ts';
import { BODY_OUTLINE_LEVEL } from '../ooxml/word-styles.ts';
import { styleOfBits } from '../word/style-bits.ts';
import { StoryBuilder, type ParagraphEnd } from '../word/story.ts';
import { charactersOf, type CharacterState } from './characters.ts';
import { equationText } from './equations.ts';
import type { FileInformation } from './file-information.ts';
import { Formatting } from './formatting.ts';
import { readLists } from './lists.ts';
import { modifiersIn, numberAt } from './modifiers.ts';
import { changeParagraph, PLAIN_PARAGRAPH, type ParagraphState } from './paragraph-state.ts';
import { imageInText } from './images.ts';
import type { Piece, PieceTable } from './pieces.ts';
import { readStyles, type Styles } from './styles.ts';

/** Characters that are something else: ends, breaks, images, symbols, parts of fields. */
const MARK = /(?!\t|\n)[\p{Cc}(]/gu;
const ROW_OR_CELL = '\u0007';
const PARAGRAPH = '\r';
const PAGE_OR_SECTION = '\f';
const IMAGE = '\u0001';
const FIELD_BEGIN = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
/** A symbol of another font stands for this; else it is what it is. */
const SYMBOL = '(';
const SHOWN: Readonly<Record<string, string>> = { '\v': '\n', '\f': '\n', '\u000e': '\n', '\u001e': '-' };

/** What is at places of a text beside its characters: marks of notes, images that float, places that links lead to. */
export interface Beside {
  readonly inlines: ReadonlyMap<number, readonly Exclude<Inline, Text>[]>;
  /** Behind which places a section ends. */
  readonly sections: ReadonlySet<number>;
}

const NOTHING: Beside = { inlines: new Map(), sections: new Set() };

interface Streams {
  readonly main: Uint8Array;
  readonly data: Uint8Array;
  /** What an object holds of itself, by its number. */
  readonly equation: (object: number) => Uint8Array | undefined;
}

/** Characters of one style, which are in one paragraph. */
interface Stretch {
  readonly text: string;
  /** Its place in its text. */
  readonly place: number;
  readonly state: CharacterState;
  readonly endOfParagraph: () => readonly [ParagraphState, ParagraphEnd];
}

/** Reads the texts of a document of Word 97–2003 as blocks. */
export class DocStories {
  readonly #table: PieceTable;
  readonly #streams: Streams;
  readonly #characters: Formatting;
  readonly #paragraphs: Formatting;
  readonly #styles: Styles;
  readonly #numbering: Numbering;

  constructor(table: PieceTable, file: FileInformation, streams: Streams) {
    const { main } = streams;
    this.#table = table;
    this.#streams = streams;
    this.#characters = new Formatting(main, file.part('characters'), 'characters');
    this.#paragraphs = new Formatting(main, file.part('paragraphs'), 'paragraphs');
    this.#styles = readStyles(file.part('styles'));
    this.#numbering = new Numbering(readLists(file.partAndRest('lists'), file.part('listUses')));
  }

  /** The blocks of the characters from one place to another, a few at a time; places in `beside` count from `start`. */
  *read(start: number, end: number, beside = NOTHING): Generator<Block> {
    const story = new DocStory(this.#streams, beside);
    for (const piece of this.#table.pieces) {
      if (piece.end <= start || piece.start >= end) continue;
      for (const stretch of this.#stretchesOf(piece, start, end)) {
        story.read(stretch);
        yield* story.builder.take();
      }
    }
    yield* story.builder.finish();
  }

  *#stretchesOf(piece: Piece, start: number, end: number): Generator<Stretch> {
    const last = Math.min(end, piece.end);
    for (let at = Math.max(start, piece.start); at < last;) {
      const byte = piece.byte + (at - piece.start) * piece.width;
      const characters = this.#characters.at(byte);
      const paragraph = this.#paragraphs.at(byte);
      const bytes = Math.min(characters.end, paragraph.end) - byte;
      const next = Math.min(last, at + Math.max(1, Math.ceil(bytes / piece.width)));
      const style = styleOf(paragraph.modifiers);
      yield {
        text: this.#table.text.slice(at, next),
        place: at - start,
        state: charactersOf(this.#styles, style, [characters.modifiers, piece.modifiers]),
        endOfParagraph: () => this.#endOf(style, [paragraph.modifiers.subarray(2), piece.modifiers]),
      };
      at = next;
    }
  }

  /** What the paragraph is that ends; it counts in its list. */
  #endOf(style: number, lists: readonly Uint8Array[]): [ParagraphState, ParagraphEnd] {
    let state = PLAIN_PARAGRAPH;
    const changeAll = (list: Uint8Array): void => {
      for (const modifier of modifiersIn(list)) state = changeParagraph(state, modifier);
    };
    for (const list of lists) changeAll(list);
    if (state.rest !== undefined) changeAll(this.#restAt(state.rest));
    const named = this.#styles.headings.get(style);
    const { outlineLevel = BODY_OUTLINE_LEVEL, list = named?.list, level = named?.listLevel } = state;
    const own = outlineLevel < BODY_OUTLINE_LEVEL ? { level: outlineLevel + 1 } : undefined;
    const heading = named && named.level > 0 ? named : own;
    const place = list === undefined ? undefined : this.#numbering.next({ list: String(list), level }, String(style));
    const depth = state.isInTable ? Math.max(1, state.tables) : 0;
    return [state, { depth, ...(heading && { heading }), ...(place && { list: place }) }];
  }

  /** Modifiers that did not fit beside the text: their length, and they. */
  #restAt(place: number): Uint8Array {
    const start = place + 2;
    const { data } = this.#streams;
    return data.subarray(start, start + numberAt(data, place));
  }
}

function styleOf(modifiers: Uint8Array): number {
  return numberAt(modifiers, 0);
}

/** One text, as it is read. */
class DocStory {
  readonly builder = new StoryBuilder();
  readonly #streams: Streams;
  readonly #beside: Beside;
  readonly #places: readonly number[];
  #next = 0;
  /** The letters of the equation whose field is being read, until an image shows it. */
  #equation: string | undefined;

  constructor(streams: Streams, beside: Beside) {
    this.#streams = streams;
    this.#beside = beside;
    this.#places = [...beside.inlines.keys()].sort((a, b) => a - b);
  }

  read(stretch: Stretch): void {
    const { text, place } = stretch;
    let from = 0;
    for (const { 0: mark, index } of text.matchAll(MARK)) {
      this.#addText(text.slice(from, index), place + from, stretch.state);
      this.#addBeside(place + index);
      this.#mark(mark, place + index, stretch);
      from = index + 1;
    }
    this.#addText(text.slice(from), place + from, stretch.state);
  }

  #addText(text: string, place: number, { styleBits, isHidden, isDeleted }: CharacterState): void {
    let from = 0;
    const unshown = isDeleted ? 'deleted' : isHidden ? 'hidden' : undefined;
    const add = (end: number): void => {
      if (end > from) this.builder.addText(text.slice(from, end), { style: styleOfBits(styleBits), unshown });
      from = end;
    };
    for (let next = this.#places[this.#next]; next !== undefined && next < place + text.length;) {
      add(next - place);
      this.#addBeside(next);
      next = this.#places[this.#next];
    }
    add(text.length);
  }

  /** Adds what is at a place, and at those before it. */
  #addBeside(place: number): void {
    while (this.#next < this.#places.length && this.#places[this.#next]! <= place) {
      for (const inline of this.#beside.inlines.get(this.#places[this.#next]!) ?? []) this.builder.add(inline);
      this.#next++;
    }
  }

  #mark(mark: string, place: number, { state, endOfParagraph }: Stretch): void {
    switch (mark) {
      case PARAGRAPH:
      case ROW_OR_CELL:
        return this.#end(mark, ...endOfParagraph());
      case PAGE_OR_SECTION:
        if (this.#beside.sections.has(place + 1)) return this.builder.endParagraph(endOfParagraph()[1]);
        break;
      case FIELD_BEGIN:
        return this.builder.beginField();
      case FIELD_RESULT:
        this.builder.separateField();
        return this.#beginObject(state);
      case FIELD_END:
        this.#addEquation();
        return this.builder.endField();
      case IMAGE:
        return this.#addImage(state);
      case SYMBOL:
        return this.#addText(state.symbol === undefined ? mark : String.fromCharCode(state.symbol), place, state);
    }
    if (SHOWN[mark] !== undefined) this.#addText(SHOWN[mark], place, state);
  }

  #end(mark: string, { endsCell, endsRow, cells }: ParagraphState, end: ParagraphEnd): void {
    const isCell = mark === ROW_OR_CELL && end.depth > 0;
    // In tables within tables marks of paragraphs end cells and rows as well.
    const isNested = mark === PARAGRAPH && end.depth > 1;
    if (endsRow && (isCell || isNested)) this.builder.endRow(cells, isNested ? end.depth : 1);
    else if (isCell) this.builder.endCell({ ...end, depth: 1 });
    else if (isNested && endsCell) this.builder.endCell(end);
    else this.builder.endParagraph(end);
  }

  #addImage({ image, isData, isDeleted, isHidden }: CharacterState): void {
    if (image === undefined || isData) return;
    const found = imageInText(this.#streams.data, image);
    const unshown = isDeleted ? 'deleted' : isHidden ? 'hidden' : undefined;
    if (!found) return;
    this.#addEquation('uncertain');
    this.builder.add({ ...found, ...(unshown && { unshown }) });
  }

  #beginObject({ image, isObject }: CharacterState): void {
    const native = isObject && image !== undefined ? this.#streams.equation(image) : undefined;
    this.#equation = native && equationText(native);
  }

  #addEquation(unshown?: Unshown): void {
    if (this.#equation !== undefined)
      this.builder.add({ kind: 'formula', text: this.#equation, ...(unshown && { unshown }) });
    this.#equation = undefined;
  }
}
