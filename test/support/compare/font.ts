import type { FontFacts, GlyphSample } from '../../../engine/contract/font-facts.ts';
import type { CodecBench } from '../codec-bench.ts';
import { atMost, same, type CompareFiles, type Finding, type Pair } from './finding.ts';

/**
 * Fonts: the same glyphs, characters, names, layout features and tables, whatever packs them; and what is drawn of some
 * glyphs. Tolerance: `units` that a side of a glyph's box may be off.
 */
export const compareFontFiles: CompareFiles = async (pair, { units = 0 }, bench) => {
  const [golden, found] = [await fontsOf(pair, pair.golden, bench), await fontsOf(pair, pair.found, bench)];
  return [
    same('fonts', golden.length, found.length),
    ...golden.flatMap((font, index) => (found[index] ? compareFont(font, found[index], units) : [])),
  ];
};

async function fontsOf({ format }: Pair, bytes: Uint8Array, bench: CodecBench): Promise<readonly FontFacts[]> {
  const facts = await bench.inspect({ name: `result.${format}`, format, bytes });
  if (!facts?.fonts) throw new Error(`No reader finds a font in ${format}.`);
  return facts.fonts;
}

function compareFont(golden: FontFacts, found: FontFacts, units: number): Finding[] {
  const tables = ({ tables = {} }: FontFacts): string =>
    Object.entries(tables)
      .map(([tag, checksum]) => `${tag} ${checksum.toString(16)}`)
      .join(', ');
  return [
    same('glyphs', golden.glyphs, found.glyphs),
    same('outlines', golden.outlines, found.outlines),
    same('characters', golden.coverage.join(' '), found.coverage.join(' ')),
    same('names', golden.names.join(', '), found.names.join(', ')),
    same('layout', golden.layout.join(', '), found.layout.join(', ')),
    same('axes', golden.axes.join(', '), found.axes.join(', ')),
    same('tables', tables(golden), tables(found)),
    same('samples', Object.keys(golden.samples).join(' '), Object.keys(found.samples).join(' ')),
    atMost('units off', units, Math.max(0, ...Object.keys(golden.samples).map((key) => unitsOff(golden, found, key)))),
  ];
}

function unitsOff(golden: FontFacts, found: FontFacts, key: string): number {
  const [before, after] = [golden.samples[key], found.samples[key]] as [GlyphSample, GlyphSample | undefined];
  if (before.box.length !== after?.box.length || before.advance !== after.advance) return Infinity;
  return Math.max(0, ...before.box.map((side, index) => Math.abs(side - after.box[index]!)));
}
