import {
  decodePDFRawStream,
  PDFArray,
  PDFHexString,
  PDFRawStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { latin1Of } from '../../io/bytes.ts';

/** A piece of a content stream. */
interface ContentToken {
  /** A name with its slash, a number or an operator. */
  readonly word?: string;
  /** A character a byte. */
  readonly string?: string;
}

/** Names, words (numbers and operators), strings in hexadecimal digits, and where other strings begin. */
const TOKEN = /\(|<([0-9a-fA-F\s]*)>|\/[^\s/<>()[\]{}%]*|[^\s/<>()[\]{}%]+/g;
/** Escapes stay in place: what they stand for is no parenthesis. */
const PARENTHESIS = /\\[\s\S]|[()]/g;

/** The names, numbers, operators and strings of a content stream in order; its arrays and dictionaries are not closed. */
export function* tokensOf(content: string): Generator<ContentToken> {
  for (let at = 0; ;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(content);
    if (!found) return;
    const [word, digits] = found;
    at = found.index + word.length;
    if (digits !== undefined) yield { string: latin1Of(PDFHexString.of(digits.replace(/\s+/g, '')).asBytes()) };
    else if (word !== '(') yield { word };
    else {
      const end = endOfString(content, at);
      yield { string: latin1Of(PDFString.of(content.slice(at, end)).asBytes()) };
      at = end + 1;
    }
  }
}

/** Where the parenthesis is that closes the string. */
function endOfString(content: string, start: number): number {
  PARENTHESIS.lastIndex = start;
  let depth = 1;
  for (let found = PARENTHESIS.exec(content); found; found = PARENTHESIS.exec(content)) {
    if (found[0] === '(') depth++;
    else if (found[0] === ')' && --depth === 0) return found.index;
  }
  return content.length;
}

/** The content of one stream or of several in a row, a character a byte. */
export function contentTexts(content: PDFObject | undefined, context: PDFContext): string[] {
  const object = context.lookup(content);
  if (object instanceof PDFArray) return object.asArray().flatMap((part) => contentTexts(part, context));
  return object instanceof PDFRawStream ? [contentText(object)] : [];
}

export function contentText(stream: PDFRawStream): string {
  return latin1Of(decodePDFRawStream(stream).decode());
}
