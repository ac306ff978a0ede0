import { viewOf } from '../../io/bytes.ts';
import { damaged, requireTable, type Sfnt } from './sfnt.ts';

const HEAD_MAGIC = 0x5f0f_3cf5;
const HEAD_BYTES = 54;
const [LEAST_UNITS, MOST_UNITS] = [16, 16_384];
/** Each set of tables that glyphs can be in: outlines, or images. */
const GLYPH_TABLES = [['glyf', 'loca'], ['CFF '], ['CFF2'], ['CBDT'], ['EBDT'], ['bdat'], ['sbix'], ['SVG ']];

/** Refuses what has the form of a font and is none: without glyphs, or without a size for them. */
export function requireFont(sfnt: Sfnt): void {
  const head = viewOf(requireTable(sfnt, 'head', HEAD_BYTES));
  if (head.getUint32(12) !== HEAD_MAGIC) throw damaged('its table head has not the number that every font has there');
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm < LEAST_UNITS || unitsPerEm > MOST_UNITS) throw damaged(`its em has ${unitsPerEm} units`);
  if (viewOf(requireTable(sfnt, 'maxp', 6)).getUint16(4) === 0) throw damaged('it has no glyphs');
  const hasGlyphs = GLYPH_TABLES.some((tags) => tags.every((tag) => sfnt.tables.has(tag)));
  if (!hasGlyphs) throw damaged('it has neither outlines nor images of its glyphs');
}
