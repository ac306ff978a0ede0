import { parseCharacterSet } from './character-set.ts';
import { selectedPages } from '../pages/page-selection.ts';
import { difference, type Difference, type DifferenceKind } from '../../contract/differences.ts';
import type { FontFacts, GlyphSample } from '../../contract/font-facts.ts';
import type { Comparison, Expectation } from '../../contract/report.ts';

/** How far the box of a glyph may move, as a part of the em: points are rounded, curves are split again. */
const BOX_PER_EM = 1 / 100;
/** What of the ink of a glyph its area may change by, and what of the em's, for glyphs that are mere dots. */
const AREA_SHARE = 0.02;
const AREA_PER_EM = 1 / 10_000;
/** Tables that WOFF 2 writes in its own way, and the signature that it takes away (WOFF2, 5). */
const REWRITTEN_BY_WOFF2: ReadonlySet<string> = new Set(['head', 'glyf', 'loca', 'hmtx', 'DSIG']);
/** Tables that TTX holds as values, which are laid out again when it is read. */
const REWRITTEN_BY_TTX: ReadonlySet<string> = new Set([
  ...['head', 'hhea', 'vhea', 'maxp', 'OS/2', 'hmtx', 'vmtx', 'cmap', 'name', 'post', 'glyf', 'loca', 'CFF '],
  ...['GSUB', 'GPOS', 'GDEF'],
]);
/** Tables that speak of outlines of one kind, or of variations that only these have. */
const OF_OUTLINES: ReadonlySet<string> = new Set([
  ...['CFF ', 'CFF2', 'VORG', 'glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp', 'hdmx', 'VDMX', 'LTSH'],
  ...['head', 'hmtx', 'maxp', 'post', 'DSIG'],
  ...['fvar', 'gvar', 'avar', 'cvar', 'HVAR', 'VVAR', 'MVAR', 'STAT', 'VARC'],
]);

/**
 * Fonts in their order: characters and their glyphs, shapes and widths, kerning, layout, names and metrics; and every
 * table, byte for byte, that the conversion has no reason to write again. Then how many fonts and glyphs were compared.
 */
export const compareFonts: Comparison = function* (source, outputs, expectation) {
  const pairs = pairsOf(
    source.fonts,
    outputs.map(({ fonts }) => fonts),
    expectation,
  );
  if (typeof pairs === 'string') return void (yield* countDifference(pairs));
  if (pairs.length === 0) return;
  let glyphs = 0;
  let refusals = 0;
  const wrong = new Set<string>();
  for (const [index, [before, after]] of pairs.entries()) {
    const font = pairs.length > 1 ? index + 1 : undefined;
    glyphs += sharedSamples(before, after, expectation).length;
    for (const found of diffFont(before, after, { ...expectation, font })) {
      yield found;
      if (found.severity !== 'refuse') continue;
      refusals++;
      if (found.place.glyph !== undefined) wrong.add(`${font} ${found.place.glyph}`);
    }
  }
  const fonts = { feature: 'glyphs', expected: pairs.length, found: pairs.length } as const;
  yield { name: 'fonts', ...fonts, ok: refusals === 0 };
  const found = Math.max(0, glyphs - wrong.size);
  yield { name: 'outlines', feature: 'glyphs', ok: wrong.size === 0, expected: glyphs, found };
};

type Pair = readonly [before: FontFacts, after: FontFacts];

/** Fonts by their places; the two counts, as a text, where one is missing; none where fonts are not compared. */
function pairsOf(
  source: readonly FontFacts[] | undefined,
  outputs: readonly (readonly FontFacts[] | undefined)[],
  { kept, options }: Expectation,
): readonly Pair[] | string {
  if (!kept.includes('glyphs') || !source || outputs.includes(undefined)) return [];
  const chosen = source.length === 1 ? [0] : selectedPages(options.pages, source.length);
  const found = outputs.flatMap((fonts) => fonts!);
  if (chosen.length !== found.length) return `${chosen.length} ${found.length}`;
  return found.map((font, index) => [source[chosen[index]!]!, font]);
}

function* countDifference(counts: string): Generator<Difference> {
  const [expected, found] = counts.split(' ').map(Number);
  yield difference('font_count', {}, { expected, found, feature: 'glyphs' });
}

interface Context extends Expectation {
  readonly font: number | undefined;
}

function* diffFont(before: FontFacts, after: FontFacts, context: Context): Generator<Difference> {
  const wrong = (kind: DifferenceKind, expected: string | number, found: string | number, glyph?: string): Difference =>
    difference(
      kind,
      { ...(context.font !== undefined && { font: context.font }), ...(glyph !== undefined && { glyph }) },
      { expected, found, feature: 'glyphs' },
    );
  yield* diffCharacters(before, after, context, wrong);
  if (after.tables) yield* diffTables(before, after, context, wrong);
  if (after.axes.length > 0 && before.axes.join() !== after.axes.join())
    yield wrong('font_axis', before.axes.join(', '), after.axes.join(', '));
  if (after.tables && before.names.join() !== after.names.join())
    yield wrong('font_name', before.names.join(', '), after.names.join(', '));
  yield* diffNumbers(before, after, wrong);
  const scale = before.unitsPerEm / after.unitsPerEm;
  for (const key of sharedSamples(before, after, context))
    yield* diffGlyph(key, before.samples[key]!, after.samples[key]!, { scale, unitsPerEm: before.unitsPerEm, wrong });
}

type Wrong = (kind: DifferenceKind, expected: string | number, found: string | number, glyph?: string) => Difference;

function* diffCharacters(
  before: FontFacts,
  after: FontFacts,
  { options }: Context,
  wrong: Wrong,
): Generator<Difference> {
  const held = charactersOf(before);
  const isTabled = after.tables !== undefined;
  // An SVG font has the characters that XML can hold.
  const wanted =
    options.subset === undefined
      ? held.filter((character) => isTabled || isInXml(character))
      : [...parseCharacterSet(options.subset)].filter((character) => covers(before, character));
  const missing = wanted.filter((character) => !covers(after, character));
  const expected = new Set(wanted);
  const added = charactersOf(after).filter((character) => !expected.has(character));
  for (const character of missing)
    yield wrong('character_missing', String.fromCodePoint(character), '', unicode(character));
  for (const character of added)
    yield wrong('character_added', '', String.fromCodePoint(character), unicode(character));
  if (options.subset === undefined && isTabled && before.glyphs !== after.glyphs)
    yield wrong('glyph_count', before.glyphs, after.glyphs);
}

function* diffTables(
  before: FontFacts,
  after: FontFacts,
  { options, from, to }: Context,
  wrong: Wrong,
): Generator<Difference> {
  if (options.subset !== undefined || !before.tables || !after.tables) return;
  const isSameKind = before.outlines === after.outlines;
  const isRewritten = (tag: string): boolean =>
    (!isSameKind && OF_OUTLINES.has(tag)) ||
    ((from === 'woff2' || to === 'woff2') && REWRITTEN_BY_WOFF2.has(tag)) ||
    (to === 'ttx' && REWRITTEN_BY_TTX.has(tag) && after.tables?.[tag] !== undefined);
  for (const tag of Object.keys(before.tables)) {
    if (isRewritten(tag) || before.tables[tag] === after.tables[tag]) continue;
    yield wrong('table_changed', tag, after.tables[tag] === undefined ? 'no such table' : 'another content');
  }
  if (to === 'ttx' && before.allNames !== after.allNames) yield wrong('table_changed', 'name', 'another content');
  if (before.layout.join() !== after.layout.join())
    yield wrong('layout_changed', before.layout.join(', '), after.layout.join(', '));
}

const IN_UNITS: ReadonlySet<string> = new Set(['ascender', 'descender', 'lineGap', 'underline', 'underlineWidth']);

/** Metrics and kerning: an SVG font has neither kerning nor a weight. */
function* diffNumbers(before: FontFacts, after: FontFacts, wrong: Wrong): Generator<Difference> {
  const scale = before.unitsPerEm / after.unitsPerEm;
  for (const [name, expected] of Object.entries(after.tables ? before.metrics : {})) {
    const value = after.metrics[name];
    const found = value !== undefined && IN_UNITS.has(name) ? Math.round(value * scale) : (value ?? 'missing');
    if (expected !== found) yield wrong('font_metric', `${name} ${expected}`, `${name} ${found}`);
  }
  if (!after.tables) return;
  for (const [pair, value] of Object.entries(before.kerning)) {
    const found = after.kerning[pair];
    if (found !== undefined && Math.abs(found * scale - value) > 1)
      yield wrong('kerning_changed', `${pair} ${value}`, `${pair} ${found}`);
  }
}

function sharedSamples(before: FontFacts, after: FontFacts, { options }: Pick<Expectation, 'options'>): string[] {
  return Object.keys(before.samples).filter(
    (key) => Object.hasOwn(after.samples, key) && (options.subset === undefined || key.startsWith('U+')),
  );
}

interface GlyphContext {
  readonly scale: number;
  readonly unitsPerEm: number;
  readonly wrong: Wrong;
}

function* diffGlyph(
  glyph: string,
  before: GlyphSample,
  after: GlyphSample,
  { scale, unitsPerEm, wrong }: GlyphContext,
): Generator<Difference> {
  const advance = after.advance * scale;
  if (Math.abs(before.advance - advance) > 1) yield wrong('advance_changed', before.advance, advance, glyph);
  const isPlaced =
    before.box.length === after.box.length &&
    before.box.every((side, index) => Math.abs(side - after.box[index]! * scale) <= unitsPerEm * BOX_PER_EM);
  const allowed = Math.max(before.ink * AREA_SHARE, unitsPerEm ** 2 * AREA_PER_EM);
  const isFilled =
    Math.abs(before.area - after.area * scale ** 2) <= allowed &&
    Math.abs(before.ink - after.ink * scale ** 2) <= allowed;
  if (!isPlaced || !isFilled) yield wrong('glyph_changed', describe(before, 1), describe(after, scale), glyph);
}

function describe({ area, box }: GlyphSample, scale: number): string {
  return `${Math.round(area * scale ** 2)} square units in ${box.map((side) => Math.round(side * scale)).join(' ')}`;
}

function charactersOf({ coverage }: FontFacts): number[] {
  const characters: number[] = [];
  for (let range = 0; range < coverage.length; range += 2)
    for (let character = coverage[range]!; character <= coverage[range + 1]!; character++) characters.push(character);
  return characters;
}

function covers({ coverage }: FontFacts, character: number): boolean {
  for (let range = 0; range < coverage.length; range += 2)
    if (character >= coverage[range]! && character <= coverage[range + 1]!) return true;
  return false;
}

/** From the space on, without surrogates and what XML 1.0 leaves out. */
function isInXml(character: number): boolean {
  return character >= 0x20 && !(character >= 0xd800 && character <= 0xdfff) && (character & ~1) !== 0xfffe;
}

function unicode(character: number): string {
  return `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
}
