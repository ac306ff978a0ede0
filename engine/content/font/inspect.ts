import { latin1Bytes, viewOf } from '../../io/bytes.ts';
import { familyNameOf, nameOf, nameRecordsOf } from './tables.ts';
import { OpenFont } from './harfbuzz.ts';
import { checksumOf, hasCffOutlines, withoutAdjustment, writeSfnt, type Sfnt } from './sfnt.ts';
import { drawPath, type SvgFont } from './svg-font.ts';
import type { FontFacts, GlyphSample } from '../../contract/font-facts.ts';
import { SamplePen } from './glyph-sample.ts';

/** Characters of every Latin font, which are looked at first. */
const [FIRST_ASCII, LAST_ASCII] = [0x21, 0x7e];
/** Glyphs that are drawn besides: by their characters, and by their numbers since some have no character. */
const OTHER_CHARACTERS = 400;
const NUMBERED_GLYPHS = 600;
/** Pairs that fonts of European scripts usually kern. */
const KERNED_PAIRS =
  'AV AT AW AY Av Aw Ay LT LV LY Ly PA P. RT RV RY TA To Ta Te Tr Tu Ty T. VA Va Ve Vo V. WA Wa We Wo YA Ya Ye Yo Y. av ay ev ey fo r. ry v. w. y. АУ ГА То ΑΥ ΤΑ'.split(
    ' ',
  );
/** Knuth's multiplicative hash: picks the same characters out of a font and of a part of it. */
const HASH = 2_654_435_761;

/** The width of a text with its kerning, in units of the em. */
export type MeasureText = (font: OpenFont, text: string) => number;

/** What a font is and has; without `measure` none of its glyphs is looked at. */
export function fontFacts(sfnt: Sfnt, measure?: MeasureText): FontFacts {
  const file = writeSfnt(sfnt);
  const opened = new OpenFont(file);
  const characters = [...opened.face.collectUnicodes()];
  const glyphs = viewOf(sfnt.tables.get('maxp')!).getUint16(4);
  const { tables } = sfnt;
  return {
    glyphs,
    outlines: hasCffOutlines(sfnt) ? 'cff' : tables.has('glyf') ? 'truetype' : 'other',
    unitsPerEm: opened.unitsPerEm,
    coverage: rangesOf(characters),
    names: namesOf(file),
    layout: (['GSUB', 'GPOS'] as const).flatMap((table) =>
      [...new Set(opened.face.getTableFeatureTags(table))].sort().map((tag) => `${table} ${tag}`),
    ),
    axes: Object.keys(opened.face.getAxisInfos()),
    tables: Object.fromEntries([...tables].map(([tag, table]) => [tag, checksumOf(withoutAdjustment(tag, table))])),
    ...allNamesOf(sfnt),
    metrics: metricsOf(sfnt),
    kerning: measure ? kerningOf(opened, measure) : {},
    samples: measure ? samplesOf(opened, characters, glyphs) : {},
  };
}

function allNamesOf({ tables }: Sfnt): Pick<FontFacts, 'allNames'> {
  const table = tables.get('name');
  return table ? { allNames: checksumOf(latin1Bytes(nameRecordsOf(table).join('\n'))) } : {};
}

/** Numbers of some tables, by their offsets. */
function metricsOf({ tables }: Sfnt): Record<string, number> {
  const numbers: Record<string, number> = {};
  const take = (tag: string, fields: Readonly<Record<string, number>>): void => {
    const table = tables.get(tag);
    for (const [name, at] of Object.entries(fields))
      if (table && table.byteLength >= at + 2) numbers[name] = viewOf(table).getInt16(at);
  };
  take('hhea', { ascender: 4, descender: 6, lineGap: 8 });
  take('OS/2', { weight: 4, width: 6, embedding: 8, style: 62 });
  take('post', { underline: 8, underlineWidth: 10 });
  take('head', { macStyle: 44 });
  return numbers;
}

function kerningOf(opened: OpenFont, measure: MeasureText): Record<string, number> {
  const kerning: Record<string, number> = {};
  for (const pair of KERNED_PAIRS) {
    const glyphs = [...pair].map((character) => opened.font.nominalGlyph(character.codePointAt(0)!) ?? 0);
    if (glyphs.includes(0)) continue;
    kerning[pair] = measure(opened, pair) - glyphs.reduce((sum, glyph) => sum + opened.font.glyphHAdvance(glyph), 0);
  }
  return kerning;
}

function namesOf(file: Uint8Array): string[] {
  const names = [familyNameOf(file), ...(['style', 'full', 'postScript'] as const).map((name) => nameOf(file, name))];
  return names.filter((name) => name !== undefined);
}

function rangesOf(characters: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const character of characters.toSorted((a, b) => a - b)) {
    if (character === ranges.at(-1)! + 1) ranges[ranges.length - 1] = character;
    else ranges.push(character, character);
  }
  return ranges;
}

/** The characters that are looked at: the same ones in every font that has them. */
function sampledCharacters(characters: readonly number[]): number[] {
  const isAscii = (character: number): boolean => character >= FIRST_ASCII && character <= LAST_ASCII;
  const hash = (character: number): number => (character * HASH) % 2 ** 32;
  const others = characters.filter((character) => !isAscii(character)).sort((a, b) => hash(a) - hash(b));
  return [...characters.filter(isAscii), ...others.slice(0, OTHER_CHARACTERS)];
}

function samplesOf(opened: OpenFont, characters: readonly number[], glyphs: number): Record<string, GlyphSample> {
  const samples: Record<string, GlyphSample> = {};
  const pen = new SamplePen();
  const sample = (glyph: number): GlyphSample => {
    pen.begin();
    opened.draw(glyph, pen);
    return pen.finish(opened.font.glyphHAdvance(glyph));
  };
  for (const character of sampledCharacters(characters))
    samples[`U+${character.toString(16)}`] = sample(opened.font.nominalGlyph(character) ?? 0);
  const step = Math.max(1, Math.floor(glyphs / NUMBERED_GLYPHS));
  for (let glyph = 0; glyph < glyphs; glyph += step) samples[`#${glyph}`] = sample(glyph);
  return samples;
}

/** The same of an SVG font, which has no tables. */
export function svgFontFacts({ unitsPerEm, glyphs }: SvgFont): FontFacts {
  const characters = [...glyphs.keys()];
  const pen = new SamplePen();
  const samples = sampledCharacters(characters).map((character) => {
    const { advance, path } = glyphs.get(character)!;
    pen.begin();
    drawPath(path, pen);
    return [`U+${character.toString(16)}`, pen.finish(advance)] as const;
  });
  return {
    glyphs: glyphs.size,
    outlines: 'other',
    unitsPerEm,
    coverage: rangesOf(characters),
    names: [],
    layout: [],
    axes: [],
    metrics: {},
    kerning: {},
    samples: Object.fromEntries(samples),
  };
}
