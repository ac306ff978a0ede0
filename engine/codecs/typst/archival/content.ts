import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** What the operators of a document do that PDF/A limits. */
export interface ContentFindings {
  /** Letters that no font has: boxes stand for them. */
  readonly hasMissingGlyphs: boolean;
  /** Colours of print, whose profile nobody knows. */
  readonly hasPrintColours: boolean;
  /** How many states of graphics are open at once. */
  readonly deepestState: number;
}

/** Names, words (numbers and operators), strings in hexadecimal digits, and where other strings begin. */
const TOKEN = /\(|<([0-9a-fA-F\s]*)>|\/[^\s/<>()[\]{}%]*|[^\s/<>()[\]{}%]+/g;
/** Escapes stay in place: what they stand for is no parenthesis. */
const PARENTHESIS = /\\[\s\S]|[()]/g;
/** The box, of the two bytes that the compiler writes for each glyph. */
const MISSING_GLYPH = /^(?:[\s\S]{2})*?\0\0/;

/** Reads what the pages draw, with the drawings, patterns and pictured letters that they use. */
export function readContent(document: PDFDocument): ContentFindings {
  let hasMissingGlyphs = false;
  let hasPrintColours = false;
  let deepestState = 0;
  for (const content of contentsOf(document)) {
    let depth = 0;
    for (const { word, string } of tokensOf(content)) {
      if (string !== undefined) hasMissingGlyphs ||= MISSING_GLYPH.test(string);
      else if (word === 'q') deepestState = Math.max(deepestState, ++depth);
      else if (word === 'Q') depth--;
      else if (word === 'k' || word === 'K' || word === '/DeviceCMYK') hasPrintColours = true;
    }
  }
  return { hasMissingGlyphs, hasPrintColours, deepestState };
}

interface Token {
  readonly word?: string;
  /** A character a byte. */
  readonly string?: string;
}

function* tokensOf(content: string): Generator<Token> {
  for (let at = 0; ;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(content);
    if (!found) return;
    const [word, digits] = found;
    at = found.index + word.length;
    if (digits !== undefined) yield { string: latin1(PDFHexString.of(digits.replace(/\s+/g, '')).asBytes()) };
    else if (word !== '(') yield { word };
    else {
      const end = endOfString(content, at);
      yield { string: latin1(PDFString.of(content.slice(at, end)).asBytes()) };
      at = end + 1;
    }
  }
}

/** Where the parenthesis stands that closes the string. */
function endOfString(content: string, start: number): number {
  PARENTHESIS.lastIndex = start;
  let depth = 1;
  for (let found = PARENTHESIS.exec(content); found; found = PARENTHESIS.exec(content)) {
    if (found[0] === '(') depth++;
    else if (found[0] === ')' && --depth === 0) return found.index;
  }
  return content.length;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

const SUBTYPE = PDFName.of('Subtype');
const FORM = PDFName.of('Form');
const PATTERN_TYPE = PDFName.of('PatternType');
const LETTERS = PDFName.of('CharProcs');

function* contentsOf(document: PDFDocument): Generator<string> {
  for (const { node } of document.getPages()) yield textsOf(node.Contents(), document.context).join('\n');
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) {
      const { dict } = object;
      if (dict.lookup(SUBTYPE) === FORM || dict.has(PATTERN_TYPE)) yield textOf(object);
    } else if (object instanceof PDFDict) {
      const letters = object.lookup(LETTERS);
      if (letters instanceof PDFDict) yield* letters.values().flatMap((letter) => textsOf(letter, document.context));
    }
  }
}

function textsOf(content: PDFObject | undefined, context: PDFContext): string[] {
  const object = context.lookup(content);
  if (object instanceof PDFArray) return object.asArray().flatMap((part) => textsOf(part, context));
  return object instanceof PDFRawStream ? [textOf(object)] : [];
}

function textOf(stream: PDFRawStream): string {
  return latin1(decodePDFRawStream(stream).decode());
}
