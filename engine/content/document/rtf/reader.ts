import { latin1Of } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { findUncertainMargins, type Section } from '../docx/margins.ts';
import type { Block, Document, Margin, Note } from '../model.ts';
import { styleOfBits } from '../word/style-bits.ts';
import { StoryBuilder, type ParagraphEnd } from '../word/story.ts';
import { RtfFonts } from './fonts.ts';
import { ListTables } from './lists.ts';
import { PLAIN_PARAGRAPH, readParagraph, RtfParagraphs, type ParagraphState } from './paragraphs.ts';
import { readProperties } from './properties.ts';
import { RowDefinition } from './rows.ts';
import { OpenImage, PLAIN, readCharacter, type CharacterState } from './state.ts';
import { StyleSheet } from './style-sheet.ts';
import { CHARACTERS, KNOWN_NEW, MARGINS, SIGNS, SKIPPED } from './words.ts';

/** What holds until the end of a group. */
interface Group {
  /** Takes its text; absent where the text is for programs alone: fonts, properties … */
  readonly text?: ((text: string) => void) | undefined;
  /** Takes its control words, if it is a table of definitions. */
  readonly word?: ((word: string, number: number) => void) | undefined;
  /** What a group directly in it is for. */
  readonly inner?: (() => Partial<Group>) | undefined;
  readonly end?: (() => void) | undefined;
  readonly image?: OpenImage | undefined;
  readonly isInObject?: boolean;
  readonly character: CharacterState;
  readonly paragraph: ParagraphState;
  /** Bytes that follow each `\u` for readers without Unicode. */
  readonly fallbacks: number;
}

const SKIP: Partial<Group> = { text: undefined, word: undefined, inner: undefined };
const BOOKMARK = /\\bkmkstart\s+([^\s{}]+)\s*\}/gi;
/** One control word, one control sign, a brace, or text up to the next of them. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/gi;
/** Between two looks at whether the job has ended, and at which blocks are whole. */
const TOKENS_AT_ONCE = 4096;

const SIGNATURE = '{\\rtf';

/** The text of an RTF file, one character for each byte: what bytes mean depends on their fonts. Throws `input_corrupt`. */
export function openRtf(bytes: Uint8Array): string {
  const source = latin1Of(bytes);
  if (source.slice(0, 64).trimStart().startsWith(SIGNATURE)) return source;
  throw new ConversionError({ code: 'input_corrupt', message: 'The file is not RTF: it does not begin as it must.' });
}

/** Reads what `openRtf` gives (RTF 1.9.1). Throws `input_too_complex`, also while the blocks are walked. */
export function readRtf(source: string, context: RunContext): Document {
  return {
    properties: readProperties(source, (value) => new RtfReader(value, context).read()),
    blocks: new RtfReader(source, context).read(),
  };
}

/** Follows the groups of an RTF file. */
class RtfReader {
  readonly #source: string;
  readonly #context: RunContext;
  readonly #groups: Group[] = [];
  #group: Group;
  #story: StoryBuilder;
  readonly #fonts = new RtfFonts();
  readonly #styleSheet = new StyleSheet();
  readonly #lists = new ListTables();
  readonly #paragraphs = new RtfParagraphs();
  #row = new RowDefinition();
  /** Notes that are whole. */
  readonly #notes: Note[] = [];
  readonly #margins: (Margin & { readonly id: string })[] = [];
  readonly #sections: Section[] = [{ hasTitlePage: false, references: [] }];
  #bookmarks: ReadonlySet<string> | undefined;
  #oldLabel = '';
  #property = '';
  #images = 0;
  /** Bytes that wait for their neighbours: a letter may be two of them. */
  #bytes: number[] = [];
  #toSkip = 0;
  #isNew = false;
  #hasEnded = false;
  #isOver = false;

  constructor(source: string, context: RunContext) {
    this.#source = source;
    this.#context = context;
    this.#story = this.#newStory();
    this.#group = { text: this.#show, character: PLAIN, paragraph: PLAIN_PARAGRAPH, fallbacks: 1 };
  }

  *read(): Generator<Block> {
    const body = this.#story;
    const token = new RegExp(TOKEN);
    let tokens = 0;
    for (let match = token.exec(this.#source); match && !this.#isOver; match = token.exec(this.#source)) {
      token.lastIndex = this.#read(match, token.lastIndex);
      if (++tokens % TOKENS_AT_ONCE !== 0) continue;
      this.#context.signal.throwIfAborted();
      yield* body.take();
      yield* this.#notes.splice(0);
    }
    this.#flush();
    while (this.#groups.length > 0) this.#close();
    yield* body.finish(this.#endOfParagraph());
    yield* this.#notes;
    const uncertain = findUncertainMargins(this.#sections);
    for (const { id, ...margin } of this.#margins) {
      yield uncertain.has(id) ? { ...margin, unshown: 'uncertain' } : margin;
    }
  }

  /** Takes a token, and returns where the next one begins. */
  #read([token, word, parameter, hex, sign, brace]: RegExpExecArray, position: number): number {
    if (word !== undefined && !this.#isSkippable(word)) {
      const number = parameter === undefined ? undefined : Number(parameter);
      if (word === 'bin') return this.#readBytes(position, number ?? 0);
      this.#control(word, number);
    } else if (hex !== undefined) this.#addByte(parseInt(hex, 16));
    else if (sign !== undefined) this.#sign(sign);
    else if (brace === '{') this.#open(position);
    else if (brace === '}') this.#close();
    else if (word === undefined && !/^[\r\n]/.test(token)) this.#plain(token, position - token.length);
    return position;
  }

  #readBytes(position: number, length: number): number {
    const end = position + Math.max(0, length);
    if (length > 0) this.#group.image?.setBytes(position, length);
    return end;
  }

  #newStory(): StoryBuilder {
    // Bookmarks may be after what refers to them, so that all are looked for at the first question.
    const bookmarks = (): ReadonlySet<string> => (this.#bookmarks ??= bookmarksIn(this.#source));
    return new StoryBuilder((name) => bookmarks().has(name.toLowerCase()));
  }

  /** A control word may itself be what an old reader shows instead of a letter. */
  #isSkippable(word: string): boolean {
    if (this.#toSkip === 0 || word === 'u') return false;
    this.#toSkip--;
    return true;
  }

  #open(position: number): void {
    this.#flush();
    this.#toSkip = 0;
    // Of several documents one behind the other, programs show the first.
    this.#isOver = this.#hasEnded && this.#source.startsWith('\\rtf', position);
    const { nesting } = this.#context.limits;
    if (this.#groups.length >= nesting * 4) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The document nests its groups more than ${nesting * 4} levels deep.`,
        details: { limit: 'nesting', allowed: nesting * 4 },
      });
    }
    const own = this.#group.inner?.();
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, end: undefined, inner: undefined, ...own };
    this.#isNew = false;
  }

  #close(): void {
    this.#flush();
    this.#toSkip = 0;
    const { end } = this.#group;
    const outer = this.#groups.pop();
    if (outer) this.#group = outer;
    if (this.#groups.length === 0) this.#endDocument();
    end?.();
  }

  /** Behind the document nothing is shown but groups: those of one that was closed too early. */
  #endDocument(): void {
    this.#hasEnded = true;
    this.#group = { ...this.#group, text: undefined, inner: () => ({ text: this.#show }) };
  }

  #sign(sign: string): void {
    if (sign === '*') this.#isNew = true;
    else if (sign === '\n' || sign === '\r') this.#endParagraph();
    else this.#shown(SIGNS[sign] ?? '');
  }

  #control(word: string, parameter: number | undefined): void {
    const isNew = this.#isNew;
    this.#isNew = false;
    if (word === 'u') return this.#unicode(parameter ?? 0);
    if (word === 'uc') return this.#change({ fallbacks: Math.min(Math.max(parameter ?? 1, 0), 8) });
    const character = CHARACTERS[word];
    if (character !== undefined) return this.#shown(character);
    if (isNew && !KNOWN_NEW.has(word)) return this.#change(SKIP);
    const { word: take, text } = this.#group;
    if (take) return this.#definition(take, word, parameter);
    if (text) this.#body(word, parameter);
    else if (word === 'shptxt' || word === 'dptxbxtext') this.#openBox();
  }

  /** A word of a table of definitions; some begin a part of it with a text of its own. */
  #definition(take: (word: string, number: number) => void, word: string, parameter: number | undefined): void {
    if (word === 'leveltext') return this.#collect((text) => this.#lists.readLabel(text));
    if (word === 'levelnumbers' || word === 'listname' || word === 'listpicture' || SKIPPED.has(word)) {
      return this.#change(SKIP);
    }
    take(word, parameter ?? 1);
    const character = readCharacter(this.#group.character, word, parameter);
    if (character) this.#change({ character });
  }

  #body(word: string, parameter: number | undefined): void {
    const character = readCharacter(this.#group.character, word, parameter);
    if (character) return this.#change({ character });
    const paragraph = readParagraph(this.#group.paragraph, word, parameter ?? 1);
    if (paragraph) return this.#change({ paragraph });
    if (this.#endOf(word) || this.#row.read(word, parameter ?? 0)) return;
    switch (word) {
      case 'deff':
      case 'ansicpg':
      case 'mac':
      case 'pca':
      case 'pc':
        return this.#fonts.setDefault(word, parameter);
      case 'sectd':
        this.#sections.at(-1)!.hasTitlePage = false;
        return;
      case 'titlepg':
        this.#sections.at(-1)!.hasTitlePage = true;
        return;
      case 'chpgn':
        return this.#addField('PAGE');
      case 'chdate':
        return this.#addField('DATE');
      case 'chtime':
        return this.#addField('TIME');
    }
    this.#destination(word);
  }

  /** Takes a word that ends something, and says whether it is one. */
  #endOf(word: string): boolean {
    switch (word) {
      case 'par':
        this.#endParagraph();
        return true;
      case 'sect':
        if (!this.#story.isEmpty) this.#endParagraph();
        this.#sections.push({ hasTitlePage: this.#sections.at(-1)!.hasTitlePage, references: [] });
        return true;
      case 'cell':
        this.#story.endCell({ ...this.#endOfParagraph(), depth: 1 });
        return true;
      case 'nestcell':
        this.#story.endCell(this.#endOfParagraph());
        return true;
      case 'row':
        this.#story.endRow(this.#row.cells, 1);
        return true;
      case 'nestrow':
        this.#story.endRow(this.#row.cells);
        return true;
    }
    return false;
  }

  #endParagraph(): void {
    this.#flush();
    this.#story.endParagraph(this.#endOfParagraph());
  }

  /** What the paragraph is that ends here; its label counts from now on. */
  #endOfParagraph(): ParagraphEnd {
    this.#flush();
    const label = this.#oldLabel.trim();
    this.#oldLabel = '';
    return this.#paragraphs.end(this.#group.paragraph, label);
  }

  /** What the group is for, when the word is the first of its group. */
  #destination(word: string): void {
    const margin = MARGINS[word];
    if (margin) return this.#openMargin(margin);
    if (SKIPPED.has(word)) return this.#change(SKIP);
    switch (word) {
      case 'fonttbl':
        return this.#change({ text: undefined, word: (name, number) => this.#fonts.read(name, number) });
      case 'stylesheet':
        return this.#openStyleSheet();
      case 'listtable':
      case 'listoverridetable':
        return this.#change({
          text: undefined,
          word: (name, number) => this.#lists.read(name, number),
          end: () => this.#paragraphs.setLists(this.#lists.lists()),
        });
      case 'field':
        this.#story.beginField();
        return this.#change({ end: () => this.#story.endField() });
      case 'fldinst':
        return this.#change({ end: () => this.#story.separateField() });
      case 'footnote':
        return this.#openNote('footnote');
      case 'ftnalt':
        this.#noteKind = 'endnote';
        return;
      case 'annotation':
        return this.#openNote('comment');
      case 'shptxt':
      case 'dptxbxtext':
        return this.#openBox();
      case 'shpinst':
      case 'do':
        return this.#change({ text: ignore });
      case 'sn':
        return this.#collect((text) => (this.#property = text.trim()));
      case 'sv':
        return this.#property === 'pib' ? undefined : this.#change(SKIP);
      case 'pict':
        return this.#openImage();
      case 'object':
        return this.#change({ isInObject: true });
      case 'bkmkstart':
        return this.#collect((id) => this.#story.add({ kind: 'anchor', id: id.trim() }));
      case 'pntext':
        return this.#collect((label) => (this.#oldLabel = label));
      case 'pn':
        return this.#openOldList();
      case 'nesttableprops':
        return this.#openNestedRow();
      case 'upr':
        return this.#change({ inner: () => (this.#change({ inner: undefined }), SKIP) });
      case 'mmath':
        return this.#collect((text) => this.#story.add({ kind: 'formula', text: text.replace(/\s+/g, ' ').trim() }));
    }
  }

  #noteKind: Note['note'] = 'footnote';
  #noteCount = 0;

  readonly #show = (text: string): void => {
    const { styleBits, isDeleted, isHidden } = this.#group.character;
    const unshown = isDeleted ? 'deleted' : isHidden ? 'hidden' : undefined;
    this.#story.addText(text, { style: styleOfBits(styleBits), unshown });
  };

  #openStyleSheet(): void {
    this.#change({
      text: undefined,
      word: () => {},
      inner: () => {
        this.#styleSheet.open();
        return {
          text: (text) => this.#styleSheet.addName(text),
          word: (word, number) => this.#styleSheet.read(word, number),
          end: () => this.#styleSheet.close(),
        };
      },
      end: () => this.#paragraphs.setStyles(this.#styleSheet.styles),
    });
  }

  /** Reads the text of the group apart, and takes it at its end. */
  #collect(take: (text: string) => void): void {
    let collected = '';
    this.#change({
      text: (text) => {
        collected += text;
      },
      word: undefined,
      end: () => take(collected),
    });
  }

  /** Reads the group as a text of its own, and takes its blocks at its end. */
  #openStory(take: (blocks: Block[], outer: StoryBuilder) => void): void {
    this.#flush();
    const outer = this.#story;
    const story = this.#newStory();
    this.#story = story;
    this.#change({
      text: this.#show,
      paragraph: PLAIN_PARAGRAPH,
      end: () => {
        this.#story = outer;
        take(story.finish(this.#endOfParagraph()), outer);
      },
    });
  }

  #openMargin({ edge, type }: (typeof MARGINS)[string]): void {
    const id = `${type}-${this.#margins.length}`;
    this.#sections.at(-1)!.references.push({ id, type });
    this.#openStory((blocks) => this.#margins.push({ kind: 'margin', edge, blocks, id }));
  }

  #openNote(kind: Note['note']): void {
    this.#noteKind = kind;
    const id = `note-${++this.#noteCount}`;
    this.#openStory((blocks, outer) => {
      const note = this.#noteKind;
      outer.add({ kind: 'note-mark', note, id });
      this.#notes.push({ kind: 'note', note, id, blocks, ...(note === 'comment' && { unshown: 'comment' }) });
    });
  }

  #openBox(): void {
    this.#openStory((blocks, outer) => outer.addBox({ kind: 'box', blocks }));
  }

  #openImage(): void {
    const image = new OpenImage();
    this.#change({
      text: undefined,
      word: (word) => image.read(word),
      inner: () => ({ ...SKIP, image: undefined }),
      image,
      end: () => {
        const found = image.finish(this.#source, this.#images + 1);
        if (!found) return;
        this.#images++;
        // An object shows an image of itself, for programs that cannot show it.
        this.#story.add(this.#group.isInObject ? { ...found, unshown: 'alternative' } : found);
      },
    });
  }

  #openOldList(): void {
    let isOrdered: boolean | undefined;
    this.#change({
      text: undefined,
      word: (word) => {
        if (word === 'pnlvlblt') isOrdered = false;
        else if (word === 'pnlvlbody' || word === 'pnlvl') isOrdered = true;
      },
      end: () => {
        const { paragraph } = this.#group;
        if (isOrdered !== undefined) this.#change({ paragraph: { ...paragraph, oldList: { isOrdered } } });
      },
    });
  }

  /** The row of a nested table is defined within the rows of the outer one. */
  #openNestedRow(): void {
    const outer = this.#row;
    this.#row = new RowDefinition();
    this.#change({ end: () => (this.#row = outer) });
  }

  #change(changes: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...changes };
  }

  /** What a control word stands for that others write as a field. */
  #addField(code: string): void {
    this.#flush();
    this.#story.addField(code);
  }

  #unicode(code: number): void {
    this.#shown(String.fromCharCode(code < 0 ? code + 0x10000 : code));
    this.#toSkip = this.#group.fallbacks;
  }

  #addByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#bytes.push(byte);
  }

  #plain(text: string, start: number): void {
    this.#group.image?.addDigits(start, start + text.length);
    if (!this.#group.text) return;
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    for (let index = skipped; index < text.length; index++) this.#bytes.push(text.charCodeAt(index));
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#group.text?.(this.#fonts.decode(bytes, this.#group.character.font));
  }

  #shown(text: string): void {
    this.#flush();
    this.#group.text?.(text);
  }
}

function ignore(): void {}

function bookmarksIn(source: string): Set<string> {
  return new Set(Array.from(source.matchAll(BOOKMARK), ([, name]) => name!.toLowerCase()));
}
