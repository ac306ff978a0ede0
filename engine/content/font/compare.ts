import { parseCharacterSet } from './character-set.ts';
import { selectedPages } from '../pages/page-selection.ts';
import type { FontFacts, GlyphSample } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';

/** How far the box of a glyph may move, as a part of the em: points are rounded, curves are split again. */
const BOX_PER_EM = 1 / 100;
/** What of the area of a glyph may change, and what of the em's, for glyphs that are mere dots. */
const AREA_SHARE = 0.02;
const AREA_PER_EM = 1 / 10_000;
/** Tables that WOFF 2 writes in its own way, and the signature that it takes away (WOFF2, 5). */
const REWRITTEN_BY_WOFF2: ReadonlySet<string> = new Set(['head', 'glyf', 'loca', 'hmtx', 'DSIG']);

/** Compares fonts: characters, names, layout features, and some of the glyphs as they are drawn. */
export const compareFonts: Compare = (source, outputs, { kept, options, from, to }) => {
  if (!kept.includes('glyphs') || !source.fonts || outputs.some(({ fonts }) => fonts === undefined)) return [];
  const chosen = source.fonts.length === 1 ? [0] : selectedPages(options.pages, source.fonts.length);
  const found = outputs.flatMap(({ fonts }) => fonts!);
  const count = same('fonts', chosen.length, found.length);
  if (!count.ok) return [count];
  const isThroughWoff2 = from === 'woff2' || to === 'woff2';
  return [
    ...(chosen.length > 1 ? [count] : []),
    ...found.flatMap((font, index) => {
      const before = source.fonts![chosen[index]!]!;
      return options.subset === undefined
        ? compareWhole(before, font, isThroughWoff2)
        : compareSubset(before, font, options.subset);
    }),
  ];
};

function compareWhole(before: FontFacts, after: FontFacts, isThroughWoff2: boolean): Check[] {
  const isSameKind = before.outlines === after.outlines && before.tables !== undefined && after.tables !== undefined;
  return [
    ...(after.tables ? compareTabled(before, after) : [same('characters', printable(before), printable(after))]),
    ...(isSameKind ? [compareTables(before.tables, after.tables, isThroughWoff2)] : []),
    ...compareSamples(before, after),
  ];
}

/** What only fonts with tables have: an SVG font knows shapes of characters alone. */
function compareTabled(before: FontFacts, after: FontFacts): Check[] {
  return [
    same('glyphs', before.glyphs, after.glyphs),
    same('characters', before.coverage.join(' '), after.coverage.join(' ')),
    same('font names', before.names.join(', '), after.names.join(', ')),
    same('layout features', before.layout.join(', '), after.layout.join(', ')),
  ];
}

/** How many characters there are from the space on: those before it, and some others, XML does not hold. */
function printable({ coverage }: FontFacts): number {
  const starts = coverage.filter((_, index) => index % 2 === 0);
  return starts.reduce((sum, start, range) => {
    const end = coverage[range * 2 + 1]!;
    return sum + Math.max(0, end - Math.max(start, 0x20) + 1 - Number(start <= 0xffff && end >= 0xffff));
  }, 0);
}

function compareTables(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  isThroughWoff2: boolean,
): Check {
  const wanted = Object.keys(before).filter((tag) => !isThroughWoff2 || !REWRITTEN_BY_WOFF2.has(tag));
  const changed = wanted.filter((tag) => before[tag] !== after[tag]);
  return {
    name: 'tables',
    feature: 'glyphs',
    ok: changed.length === 0,
    expected: 'unchanged',
    found: changed.length === 0 ? 'unchanged' : `changed: ${changed.join(', ')}`,
  };
}

/** Exactly the characters that were asked for, of those that the font has. */
function compareSubset(before: FontFacts, after: FontFacts, subset: string): Check[] {
  const wanted = [...parseCharacterSet(subset)].filter((character) => covers(before, character));
  const missing = wanted.filter((character) => !covers(after, character));
  return [
    same('characters', wanted.length, countOf(after)),
    same('missing characters', 0, missing.length),
    ...compareSamples(before, after, (key) => key.startsWith('U+')),
  ];
}

function covers({ coverage }: FontFacts, character: number): boolean {
  for (let range = 0; range < coverage.length; range += 2)
    if (character >= coverage[range]! && character <= coverage[range + 1]!) return true;
  return false;
}

function countOf({ coverage }: FontFacts): number {
  let count = 0;
  for (let range = 0; range < coverage.length; range += 2) count += coverage[range + 1]! - coverage[range]! + 1;
  return count;
}

function compareSamples(before: FontFacts, after: FontFacts, isWanted: (key: string) => boolean = () => true): Check[] {
  const keys = Object.keys(before.samples).filter((key) => isWanted(key) && Object.hasOwn(after.samples, key));
  if (keys.length === 0) return [];
  const scale = before.unitsPerEm / after.unitsPerEm;
  const wrong = keys.filter((key) => !isAlike(before.samples[key]!, after.samples[key]!, scale, before.unitsPerEm));
  return [
    {
      name: 'outlines',
      feature: 'glyphs',
      ok: wrong.length === 0,
      expected: `${keys.length} alike`,
      found: wrong.length === 0 ? `${keys.length} alike` : `different: ${wrong.slice(0, 12).join(', ')}`,
    },
  ];
}

function isAlike(before: GlyphSample, after: GlyphSample, scale: number, unitsPerEm: number): boolean {
  const isPlaced =
    before.box.length === after.box.length &&
    before.box.every((side, index) => Math.abs(side - after.box[index]! * scale) <= unitsPerEm * BOX_PER_EM);
  const allowed = Math.max(before.area * AREA_SHARE, unitsPerEm ** 2 * AREA_PER_EM);
  const isAsWide = Math.abs(before.advance - after.advance * scale) <= 1;
  return isPlaced && isAsWide && Math.abs(before.area - after.area * scale ** 2) <= allowed;
}

function same(name: string, expected: string | number, found: string | number): Check {
  const ok = expected === found;
  return { name, feature: 'glyphs', ok, expected: shown(expected), found: shown(found) };
}

/** Lists of a large font would fill a page. */
function shown(value: string | number): string | number {
  return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value;
}
