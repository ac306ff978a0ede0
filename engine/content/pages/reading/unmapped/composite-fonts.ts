import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  decodePDFRawStream,
  type PDFContext,
} from '@cantoo/pdf-lib';
import { OpenFont } from '../../../font/harfbuzz.ts';
import { characterInUsualOrder } from './glyph-order.ts';

/** Objects that are parsed before others get a turn: nothing else runs in this thread. */
const WITHOUT_PAUSES = Infinity;
const FONT_FILES = ['FontFile', 'FontFile3'];
/** Code points that are no characters of anybody else's: private use. */
const PRIVATE = /\p{Co}/u;

/** What a composite font says of its codes beside what the document says. */
export interface CompositeFont {
  readonly isEmbedded: boolean;
  /** By the character map of its own file, or, of one that is not embedded, by the usual order of glyphs. */
  readonly characterOf: (code: number) => string | undefined;
}

/** The composite fonts of a document whose codes are numbers of glyphs, by their names. */
export class CompositeFonts {
  readonly #byName = new Map<string, CompositeFont>();

  /** Undefined for a file that cannot be read so: its glyphs are recognised otherwise. */
  static async open(file: Uint8Array, password = ''): Promise<CompositeFonts | undefined> {
    try {
      const document = await PDFDocument.load(file, { parseSpeed: WITHOUT_PAUSES, updateMetadata: false, password });
      return new CompositeFonts(document.context);
    } catch {
      return undefined;
    }
  }

  private constructor(context: PDFContext) {
    for (const [, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || object.get(PDFName.of('Subtype')) !== PDFName.of('Type0')) continue;
      const name = object.lookupMaybe(PDFName.of('BaseFont'), PDFName)?.decodeText() ?? '';
      try {
        const font = readFont(object);
        if (font) this.#byName.set(keyOf(name), font);
      } catch {
        // a damaged font: its glyphs are recognised by their outlines, if it has any
      }
    }
  }

  find(name: string): CompositeFont | undefined {
    return this.#byName.get(keyOf(name));
  }
}

/** Readers write the same name with other separators. */
function keyOf(name: string): string {
  return name.replace(/[,_\s]/g, '-');
}

/** Codes are numbers of glyphs, or of entries in a map to these (ISO 32000-2, 9.7.4.2). */
function readFont(font: PDFDict): CompositeFont | undefined {
  const encoding = font.lookup(PDFName.of('Encoding'));
  if (!(encoding instanceof PDFName) || !/^Identity-[HV]$/.test(encoding.decodeText())) return undefined;
  const descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  const descriptor = descendant.lookup(PDFName.of('FontDescriptor'), PDFDict);
  const file = descriptor.lookup(PDFName.of('FontFile2'));
  if (!(file instanceof PDFRawStream)) {
    const isEmbedded = FONT_FILES.some((name) => descriptor.has(PDFName.of(name)));
    return isEmbedded ? undefined : { isEmbedded, characterOf: characterInUsualOrder };
  }
  const characters = charactersOf(decodePDFRawStream(file).decode());
  const toGlyph = descendant.lookup(PDFName.of('CIDToGIDMap'));
  const glyphs = toGlyph instanceof PDFRawStream ? decodePDFRawStream(toGlyph).decode() : undefined;
  const glyphOf = (code: number): number => (glyphs ? (glyphs[2 * code]! << 8) | glyphs[2 * code + 1]! : code);
  return { isEmbedded: true, characterOf: (code) => characters.get(glyphOf(code)) };
}

/** The first character of each glyph, by the font's own character map. */
function charactersOf(file: Uint8Array): Map<number, string> {
  const { face, font } = new OpenFont(file);
  const characters = new Map<number, string>();
  for (const code of face.collectUnicodes()) {
    const text = String.fromCodePoint(code);
    const glyph = PRIVATE.test(text) ? undefined : font.nominalGlyph(code);
    if (glyph !== undefined && glyph !== 0 && !characters.has(glyph)) characters.set(glyph, text);
  }
  return characters;
}
