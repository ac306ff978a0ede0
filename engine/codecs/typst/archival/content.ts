import { PDFDict, PDFName, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import { contentText, contentTexts, tokensOf } from '../../../content/pages/content-stream.ts';

/** What the operators of a document do that PDF/A limits. */
interface ContentFindings {
  /** Letters that no font has: boxes stand for them. */
  readonly hasMissingGlyphs: boolean;
  /** Colours of print, whose profile nobody knows. */
  readonly hasPrintColours: boolean;
  /** How many states of graphics are open at once. */
  readonly deepestState: number;
}

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

const SUBTYPE = PDFName.of('Subtype');
const FORM = PDFName.of('Form');
const PATTERN_TYPE = PDFName.of('PatternType');
const LETTERS = PDFName.of('CharProcs');

function* contentsOf(document: PDFDocument): Generator<string> {
  for (const { node } of document.getPages()) yield contentTexts(node.Contents(), document.context).join('\n');
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) {
      const { dict } = object;
      if (dict.lookup(SUBTYPE) === FORM || dict.has(PATTERN_TYPE)) yield contentText(object);
    } else if (object instanceof PDFDict) {
      const letters = object.lookup(LETTERS);
      if (letters instanceof PDFDict)
        yield* letters.values().flatMap((letter) => contentTexts(letter, document.context));
    }
  }
}
