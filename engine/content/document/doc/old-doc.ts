import { latin1Of } from '../../../io/bytes.ts';
import type { Facts } from '../../../contract/facts.ts';
import type { Content } from '../text-content.ts';
import { decoderOf, encodingOfCharset } from '../rtf/code-pages.ts';
import { addParts } from './text.ts';

/** Places in the file information block of Word 6 and 95. */
const FLAGS_AT = 0x0a;
const TEXT_AT = 0x18;
const LENGTHS_AT = 0x34;
const FONTS_AT = 0xd0;
const BLOCK_BYTES = 0xd8;
/** The text is in pieces, as the last save left them. */
const FAST_SAVED = 0x0004;
const SYMBOLS = 2;
/** Where a font's entry says how long it is beyond that byte, and its character set. */
const CHARSET_AT = 4;
/** Words with letters whose meaning depends on the font that they are set in. */
const AMBIGUOUS_WORD = /\w*[\x80-\xff][\w\x80-\xff]*/g;

/**
 * Adds the text of a document of Word 6 or 95, one byte a character, and says how far it was understood. Where the fonts
 * of the document have several character sets, only the words that are the same in all of them are known.
 */
export function addOldText(stream: Uint8Array, view: DataView, content: Content): Facts['depth'] | undefined {
  if (stream.byteLength < BLOCK_BYTES || view.getUint16(FLAGS_AT, true) & FAST_SAVED) return undefined;
  const bytes = stream.subarray(view.getUint32(TEXT_AT, true), view.getUint32(TEXT_AT + 4, true));
  const encoding = encodingOfFonts(stream, view);
  if (encoding !== undefined) {
    addParts(decoderOf(encoding).decode(bytes), view, LENGTHS_AT, content);
    return 'content';
  }
  const text = latin1Of(bytes);
  const known = text.replace(AMBIGUOUS_WORD, (word) => ' '.repeat(word.length));
  const isWhole = known === text;
  // Between words that are left out nothing says which words are neighbours.
  addParts(known, view, LENGTHS_AT, content, isWhole ? 'body' : 'aside');
  return isWhole ? 'content' : 'structure';
}

/** The encoding of all fonts, if they share one; those of symbols have no letters. */
function encodingOfFonts(stream: Uint8Array, view: DataView): string | undefined {
  const start = view.getUint32(FONTS_AT, true);
  const table = stream.subarray(start, start + view.getUint32(FONTS_AT + 4, true));
  const encodings = new Set<string | undefined>();
  for (let at = 2; at + CHARSET_AT < table.byteLength; at += table[at]! + 1) {
    const charset = table[at + CHARSET_AT]!;
    if (charset !== SYMBOLS) encodings.add(encodingOfCharset(charset));
  }
  const [encoding] = encodings;
  return encodings.size === 1 ? encoding : undefined;
}
