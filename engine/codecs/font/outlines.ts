import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { hasCffOutlines, type Sfnt } from '../../content/font/sfnt.ts';
import { toCff } from '../../content/font/to-cff.ts';
import { toTrueType } from '../../content/font/to-truetype.ts';

/** Tables of a variable font: without them it is drawn as it is when no axis is moved. */
const VARIATION_TABLES = ['fvar', 'gvar', 'avar', 'cvar', 'HVAR', 'VVAR', 'MVAR', 'STAT', 'VARC'];

function isVariable({ tables }: Sfnt): boolean {
  return tables.has('fvar');
}

function withoutVariations({ flavour, tables }: Sfnt): Sfnt {
  return { flavour, tables: new Map([...tables].filter(([tag]) => !VARIATION_TABLES.includes(tag))) };
}

const INSTRUCTIONS = ['fpgm', 'prep', 'cvt '];

/** The font with the outlines that its target has: TTF those of TrueType, OTF those of PostScript, the others either. */
export function withOutlinesFor(to: FormatId, font: Sfnt, context: RunContext): Sfnt {
  const isCff = hasCffOutlines(font);
  if ((to !== 'ttf' && to !== 'otf') || isCff === (to === 'otf')) return font;
  if (!isCff && !font.tables.has('glyf')) throw imagesOnly();
  if (!isCff && INSTRUCTIONS.some((tag) => font.tables.has(tag))) {
    context.warn({
      code: 'feature_dropped',
      message:
        'The instructions that fit the glyphs to coarse pixels were left out: they are for TrueType outlines alone.',
      details: { dropped: 'hinting' },
    });
  }
  if (isVariable(font)) {
    context.warn({
      code: 'feature_dropped',
      message:
        'The font is variable. Its outlines were converted as they are when no axis is moved; for all of them keep the kind of outlines, as WOFF 2 does.',
      details: { dropped: 'variations' },
    });
  }
  // All tables are there while the outlines are drawn: some glyphs are made of variations of others.
  return withoutVariations(isCff ? toTrueType(font, context.signal) : toCff(font, context.signal));
}

function imagesOnly(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: 'The font has images instead of outlines, which this target does not hold. Convert it to WOFF or WOFF 2.',
  });
}
