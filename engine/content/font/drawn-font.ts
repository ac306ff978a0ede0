import { type Character, factTables, type FontFacts } from './bare-font.ts';
import { GlyfWriter } from './glyf.ts';
import type { Contour } from './quadratic-pen.ts';
import { FLAVOUR, writeSfnt } from './sfnt.ts';
import { outlineTables } from './to-truetype.ts';

/** One character of a font that is made of drawings. */
export interface DrawnGlyph {
  readonly character: string;
  /** Em. */
  readonly width: number;
  /** Its outline, the em being `DRAWN_UNITS`. */
  readonly contours: readonly Contour[];
}

type Names = Pick<FontFacts, 'familyName' | 'postScriptName'>;

interface DrawnFont extends Names {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
}

/** Units in which drawn fonts are written: those of most TrueType fonts. */
export const DRAWN_UNITS = 2048;
/** Degrees of usual italics. */
const ITALIC_ANGLE = -12;
const USUAL_GLYPH_BYTES = 160;

/** The bytes of a TrueType font that may be embedded and edited without limits and has these characters, one glyph each. */
export function writeDrawnFont(font: DrawnFont, glyphs: readonly DrawnGlyph[]): Uint8Array {
  const writer = new GlyfWriter(glyphs.length * USUAL_GLYPH_BYTES);
  const widths: number[] = [0];
  const leftBearings: number[] = [0];
  writer.add([]); // what is shown for a character that the font lacks: nothing
  const ordered = [...glyphs].sort((a, b) => a.character.codePointAt(0)! - b.character.codePointAt(0)!);
  const characters = ordered.map(({ character, width, contours }, index): Character => {
    const bounds = writer.add(contours);
    widths.push(Math.round(width * DRAWN_UNITS));
    leftBearings.push(bounds.isEmpty ? 0 : bounds.xMin);
    return [character.codePointAt(0)!, index + 1];
  });
  const { familyName, postScriptName, bold, italic, monospace } = font;
  const facts: FontFacts = {
    unitsPerEm: DRAWN_UNITS,
    familyName,
    fullName: postScriptName,
    postScriptName,
    weight: bold ? 'Bold' : 'Regular',
    italicAngle: italic ? ITALIC_ANGLE : 0,
    isFixedPitch: monospace,
    widths,
    bounds: writer.bounds,
    leftBearings,
  };
  const tables = factTables(facts, characters);
  for (const [tag, table] of outlineTables(writer, widths.length, tables.get('head')!)) tables.set(tag, table);
  return padded(writeSfnt({ flavour: FLAVOUR.trueType, tables }));
}

/** LibreOffice takes no shorter file for a font. */
const LEAST_BYTES = 1024;

/** Zeros behind the tables change nothing, not even the sum of the file. */
function padded(file: Uint8Array): Uint8Array {
  if (file.byteLength >= LEAST_BYTES) return file;
  const longer = new Uint8Array(LEAST_BYTES);
  longer.set(file);
  return longer;
}
