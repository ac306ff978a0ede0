import type { PdfJsFont } from '../interpreter/page-objects.ts';
import { isMathFont } from '../formulas/symbols.ts';
import type { FontFace } from '../model.ts';
import { FontText } from './font-text.ts';
import { bitmapFontOf } from './tex/bitmap-fonts.ts';
import { FONTS } from './thresholds.ts';

const { USUAL_ASCENT, USUAL_DESCENT, MAX_HEIGHT, MAX_SLENDERNESS } = FONTS;

/** A font with what the interpreter needs to place its glyphs. Lengths are in em unless said otherwise. */
export interface LoadedFont {
  readonly face: FontFace;
  readonly ascent: number;
  readonly descent: number;
  /** Glyph units to em: 0.001 for all but Type 3 fonts. */
  readonly unit: number;
  /** Size of its letters in parts of the size that is asked for: 1 for all but Type 3 fonts that are drawn in pixels. */
  readonly em: number;
  /** In em, of glyphs that have no width: where each is placed by itself, the font need not tell any. */
  readonly usualWidth: number;
  readonly vertical: boolean;
  readonly text: FontText;
  /** A font of mathematics, of whose symbols the outlines are asked for. */
  readonly mathematical?: PdfJsFont;
}

// pdf.js leaves bold and italic undefined for embedded fonts: the PostScript name is what tells.
const BOLD_NAME = /bold|black|heavy|demi|-med(?:i(?!um)|(?![a-z]))|(?:^|[^a-z])bd(?:[^a-z]|$)/i;
const ITALIC_NAME =
  /ital|obl(?:iq|[^a-z]|$)|slanted|kursiv|-it(?:[^a-z]|$)|(?<=bold|medium|regular|light|book|black|heavy|thin)it$/i;
/** Letters alone, as in LinLibertineTBI, Ubuntu-BI and HelveticaNeue-BdIt. */
const BOLD_LETTERS = /(?:[a-z]T|-)[BZ][IO]?$|[a-z-]Bd(?:It|Obl|Cn|Ex|$)/;
const ITALIC_LETTERS = /[a-z]T[BZ]?[IO]$|-[BRLM]?I$|[a-z]It$/;
const MONOSPACE_NAME = /mono|cour|consol|typewriter|menlo|fixed|inconsolata|cousine/i;
const SERIF_NAME =
  /times|serif|roman|georgia|garamond|palatino|cambria|bookman|century|minion|caslon|baskerville|bodoni|didot|nimbusrom|libertin|charter|tinos|gelasio|caladea|crimson|merriweather|stix|^LMRoman|^LMMath|^MS[AB]M/i;
const SANS_NAME = /sans|arial|helvet|verdana|calibri|tahoma|gothic|frutiger|univers|futura|roboto/i;

/** TeX's Computer Modern, by what follows its name in the old, the European and the newer sets, and before the size. */
const TEX_NAME = /^(?:CM|EC|SF|LM)([A-Z]{1,4})\d/;
const TEX_BOLD = new Set(['B', 'BX', 'BXTI', 'BXSL', 'BL', 'BI', 'RB', 'XC', 'MIB', 'BSY', 'SX', 'SO', 'SSBX']);
const TEX_ITALIC = new Set(['TI', 'SL', 'BXTI', 'BXSL', 'BL', 'BI', 'MI', 'MIB', 'SI', 'SSI', 'SO', 'IT', 'ITT', 'ST']);
const TEX_SANS = new Set(['SS', 'SSI', 'SSBX', 'SSDC', 'SI', 'SX', 'SO']);
const TEX_MONOSPACE = new Set(['TT', 'ITT', 'SLTT', 'TCSC', 'IT', 'ST', 'TC']);

const SUBSET_TAG = /^[A-Z]{6}\+/;

/** The PostScript name without the tag of a subset; producers separate its parts in several ways. */
export function plainFontName(name: string): string {
  return name.replace(SUBSET_TAG, '').replace(/[,_]/g, '-');
}

export function faceOf(font: PdfJsFont | undefined): FontFace {
  const name = plainFontName(font?.name ?? '');
  const tex = TEX_NAME.exec(name)?.[1];
  if (tex !== undefined) {
    const monospace = TEX_MONOSPACE.has(tex);
    const serif = !monospace && !TEX_SANS.has(tex);
    return { name, bold: TEX_BOLD.has(tex), italic: TEX_ITALIC.has(tex), monospace, serif };
  }
  const monospace = MONOSPACE_NAME.test(name) || Boolean(font?.isMonospace && !SANS_NAME.test(name));
  return {
    name,
    bold: Boolean(font?.bold || font?.black || BOLD_NAME.test(name) || BOLD_LETTERS.test(name)),
    italic: Boolean(font?.italic || ITALIC_NAME.test(name) || ITALIC_LETTERS.test(name)),
    monospace,
    serif: SERIF_NAME.test(name) && !/sans/i.test(name) ? true : !SANS_NAME.test(name) && Boolean(font?.isSerifFont),
  };
}

export function loadFont(font: PdfJsFont | undefined): LoadedFont {
  const { ascent = 0, descent = 0, fontMatrix } = font ?? {};
  const bitmaps = font?.isType3Font && !TEX_NAME.test(font.name ?? '') ? bitmapFontOf(font) : undefined;
  const face = faceOf(bitmaps ? { ...font, name: bitmaps.name } : font);
  return {
    face,
    ascent: ascent > 0.3 && ascent < 1.5 ? Math.min(ascent, 1.1) : USUAL_ASCENT,
    descent: descent < -0.01 && descent > -0.8 ? Math.max(descent, -0.4) : USUAL_DESCENT,
    unit: Math.abs(fontMatrix?.[0] ?? 0) || 0.001,
    ...sizeOf(font),
    vertical: Boolean(font?.vertical),
    text: new FontText(face, font ?? {}, bitmaps?.read),
    ...(font && isMathFont(face) && { mathematical: font }),
  };
}

/**
 * Ghostscript makes Type 3 fonts whose unit is the size that is asked for: only the box says how large the letters are.
 * Others state a box that is none of theirs: it is many times as high as their widest letter is wide.
 */
function sizeOf(font: PdfJsFont | undefined): Pick<LoadedFont, 'em' | 'usualWidth'> {
  const { isType3Font, fontMatrix, bbox, widths = {} } = font ?? {};
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bbox ?? [];
  const em = (y1 - y0) * Math.abs(fontMatrix?.[3] ?? 0);
  const widest = Math.max(0, ...Object.values(widths)) * Math.abs(fontMatrix?.[0] ?? 0);
  const isStated = em >= MAX_HEIGHT && (widest === 0 || em < MAX_SLENDERNESS * widest);
  if (!isType3Font || !isStated) return { em: 1, usualWidth: 0 };
  return { em, usualWidth: (x1 - x0) / (y1 - y0) };
}
