import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Content, Place } from '../text-content.ts';
import { FieldTracker } from '../docx/fields.ts';
import { decoderOf, encodingOfCharset, encodingOfCodePage } from './code-pages.ts';
import { BITMAPS, BREAKS, CHARACTERS, MARGINS, SHOWN_DESTINATIONS, SIGNS, SKIPPED, VECTORS } from './words.ts';

/** What holds until the end of a group. */
interface Group {
  /** Its text belongs to no page: fonts, styles, properties, field codes … */
  readonly isSkipped: boolean;
  readonly place: Place;
  readonly isHidden: boolean;
  readonly font: number;
  /** Bytes that follow each `\u` for readers without Unicode. */
  readonly fallbacks: number;
  readonly isFieldCode: boolean;
  readonly isField: boolean;
  readonly isPicture: boolean;
}

const OUTERMOST: Group = {
  isSkipped: false,
  place: 'body',
  isHidden: false,
  font: -1,
  fallbacks: 1,
  isFieldCode: false,
  isField: false,
  isPicture: false,
};

const BOOKMARK = /\\bkmkstart\s+([^\s{}]+)\s*\}/gi;
/** One control word, one control sign, a brace, or text up to the next of them. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/gi;

/** Follows the groups of an RTF file and adds what a word processor shows of it. */
export class RtfReader {
  readonly #content: Content;
  readonly #context: RunContext;
  readonly #groups: Group[] = [];
  #group = OUTERMOST;
  readonly #fontEncodings = new Map<number, string>();
  readonly #fields = new FieldTracker((name) => this.#bookmarks().has(name.toLowerCase()));
  #source = '';
  #knownBookmarks: ReadonlySet<string> | undefined;
  #defaultEncoding = 'windows-1252';
  #defaultFont = -1;
  #definedFont = -1;
  #inFontTable = false;
  /** Bytes that wait for their neighbours: a letter may be two of them. */
  #bytes: number[] = [];
  #toSkip = 0;
  #isNew = false;
  #hasEnded = false;

  constructor(content: Content, context: RunContext) {
    this.#content = content;
    this.#context = context;
  }

  read(source: string): void {
    this.#source = source;
    let position = 0;
    let tokens = 0;
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
      if (++tokens % 65_536 === 0) this.#context.signal.throwIfAborted();
      const [token, word, parameter, hex, sign, brace] = match;
      position = TOKEN.lastIndex;
      if (word !== undefined && !this.#isSkippable(word)) {
        const number = parameter === undefined ? undefined : Number(parameter);
        this.#control(word, number);
        if (word === 'bin' && number !== undefined && number > 0) TOKEN.lastIndex = position + number;
      } else if (hex !== undefined) this.#addByte(parseInt(hex, 16));
      else if (sign !== undefined) this.#sign(sign);
      else if (brace === '{') {
        // Of several documents one behind the other, programs show the first.
        if (this.#hasEnded && source.startsWith('\\rtf', position)) break;
        this.#open();
      } else if (brace === '}') this.#close();
      else if (word === undefined && !/^[\r\n]/.test(token)) this.#plain(token);
    }
    this.#flush();
  }

  /** They may stand after what refers to them, so that all are looked for at the first question. */
  #bookmarks(): ReadonlySet<string> {
    this.#knownBookmarks ??= new Set([...this.#source.matchAll(BOOKMARK)].map(([, name]) => name!.toLowerCase()));
    return this.#knownBookmarks;
  }

  /** A control word may itself be what an old reader shows instead of a letter. */
  #isSkippable(word: string): boolean {
    if (this.#toSkip === 0 || word === 'u') return false;
    this.#toSkip--;
    return true;
  }

  #open(): void {
    this.#flush();
    this.#toSkip = 0;
    const { nesting } = this.#context.limits;
    if (this.#groups.length >= nesting * 4) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The document nests its groups more than ${nesting * 4} levels deep.`,
        details: { limit: 'nesting', allowed: nesting * 4 },
      });
    }
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, isField: false };
    this.#isNew = false;
  }

  #close(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#group.isField && this.#fields.end()) this.#content.links++;
    const { isFieldCode } = this.#group;
    this.#group = this.#groups.pop() ?? OUTERMOST;
    this.#hasEnded ||= this.#groups.length === 0;
    if (isFieldCode && !this.#group.isFieldCode) this.#fields.separate();
    if (this.#groups.length <= 1) this.#inFontTable = false;
  }

  #sign(sign: string): void {
    if (sign === '*') {
      this.#isNew = true;
      return;
    }
    if (sign === '\n' || sign === '\r') return this.#shown('\n');
    const text = SIGNS[sign];
    if (text) this.#shown(text);
  }

  #control(word: string, parameter: number | undefined): void {
    const isNew = this.#isNew;
    this.#isNew = false;
    const character = CHARACTERS[word];
    if (character !== undefined) return this.#shown(character);
    if (BREAKS.has(word)) return this.#shown('\n');
    switch (word) {
      case 'u':
        return this.#unicode(parameter ?? 0);
      case 'uc':
        return this.#change({ fallbacks: Math.min(Math.max(parameter ?? 1, 0), 8) });
      case 'f':
        return this.#selectFont(parameter ?? 0);
      case 'v':
        return this.#change({ isHidden: parameter !== 0 });
      case 'plain':
        return this.#change({ isHidden: false, font: this.#defaultFont });
      case 'deff':
        this.#defaultFont = parameter ?? -1;
        return;
      case 'ansicpg':
        this.#defaultEncoding = encodingOfCodePage(parameter ?? 1252) ?? this.#defaultEncoding;
        return;
      case 'mac':
        this.#defaultEncoding = 'macintosh';
        return;
      case 'pca':
      case 'pc':
        this.#defaultEncoding = 'ibm866';
        return;
      case 'fcharset':
        return this.#defineFont(encodingOfCharset(parameter ?? 0));
      case 'cpg':
        return this.#defineFont(encodingOfCodePage(parameter ?? 0));
      case 'chpgn':
        return;
    }
    this.#destination(word, isNew);
  }

  /** What the group is for, when the word is the first of its group. */
  #destination(word: string, isNew: boolean): void {
    if (word === 'fonttbl') this.#inFontTable = true;
    if (word === 'field') {
      this.#fields.begin();
      this.#change({ isField: true });
    } else if (word === 'fldinst') this.#change({ isFieldCode: true, isSkipped: this.#group.isSkipped });
    else if (MARGINS.has(word)) this.#change({ place: 'margin' });
    else if (word === 'footnote') this.#change({ place: 'aside' });
    else if (word === 'shptxt' || word === 'dptxbxtext') this.#change({ place: 'aside', isSkipped: false });
    else if (word === 'shppict') return;
    else if (word === 'nonshppict') this.#change({ isSkipped: true, isPicture: true });
    else if (word === 'pict') this.#change({ isSkipped: true });
    else if (SKIPPED.has(word) || (isNew && !SHOWN_DESTINATIONS.has(word))) this.#change({ isSkipped: true });
    else if (!this.#group.isPicture && BITMAPS.has(word)) this.#content.figures++;
    else if (!this.#group.isPicture && VECTORS.has(word)) this.#content.shapes++;
  }

  #change(changes: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...changes };
  }

  #selectFont(font: number): void {
    this.#change({ font });
    if (this.#inFontTable) this.#definedFont = font;
  }

  #defineFont(encoding: string | undefined): void {
    if (this.#inFontTable && encoding !== undefined) this.#fontEncodings.set(this.#definedFont, encoding);
  }

  #unicode(code: number): void {
    this.#shown(String.fromCharCode(code < 0 ? code + 0x10000 : code));
    this.#toSkip = this.#group.fallbacks;
  }

  #addByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#bytes.push(byte);
  }

  #plain(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    if (this.#group.isFieldCode) this.#fields.addCode(text.slice(skipped));
    for (let index = skipped; index < text.length; index++) this.#bytes.push(text.charCodeAt(index));
    // The bytes of a picture are text too: they are not kept.
    if (this.#group.isSkipped || this.#group.isFieldCode) this.#bytes = [];
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#fontEncodings.get(this.#group.font) ?? this.#defaultEncoding;
    const text = decoderOf(encoding).decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#append(text);
  }

  #shown(text: string): void {
    this.#flush();
    this.#append(text);
  }

  #append(text: string): void {
    const { isSkipped, isHidden, isFieldCode, place } = this.#group;
    if (isSkipped || isHidden || isFieldCode || this.#fields.inPageNumber) return;
    this.#content.append(text, place);
  }
}
