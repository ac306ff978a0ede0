import type { CoverageFacts } from '../../contract/coverage-facts.ts';
import type { Facts } from '../../contract/facts.ts';
import type { Check, Comparison } from '../../contract/report.ts';
import { compareRaster } from '../raster/diff.ts';
import { withThumbnails } from '../raster/inspect/facts.ts';

/** Share of a cell by which a grid may lie beside its place: what 15 digits round. */
const PLACE_SHARE = 1e-6;

/** Two grids value by value; and of a picture that was drawn of one whether it looks so. */
export const compareCoverages: Comparison = function* (source, outputs, expectation) {
  const [output, ...others] = outputs;
  if (!source.coverage || !output || others.length > 0) return;
  if (output.coverage && expectation.kept.includes('records')) yield* checksOf(source.coverage, output.coverage);
  if (output.raster && source.coverage.pictures)
    yield* compareRaster(asDrawn(source, expectation.options.relief ?? 'shaded'), outputs, expectation);
};

function* checksOf(before: CoverageFacts, after: CoverageFacts): Generator<Check> {
  const check = (name: string, of: (facts: CoverageFacts) => string | number): Check => {
    const [expected, found] = [of(before), of(after)];
    return { name, feature: 'records', ok: expected === found, expected, found };
  };
  yield check('cells', ({ columns, rows }) => `${columns} × ${rows}`);
  yield check('cells without data', ({ empty }) => empty);
  yield check('least value', ({ least }) => String(least));
  yield check('greatest value', ({ greatest }) => String(greatest));
  yield check('values', ({ checksum }) => checksum.toString(16));
  const place = ({ west, north, cellWidth, cellHeight }: CoverageFacts): string =>
    `${west}, ${north}, ${cellWidth} × ${cellHeight}`;
  yield { ...check('place', place), ok: isSamePlace(before, after) };
  if (before.system !== undefined && after.system !== undefined)
    yield check('reference system', ({ system }) => system ?? 0);
}

function isSamePlace(before: CoverageFacts, after: CoverageFacts): boolean {
  const { cellWidth, cellHeight, columns, rows } = before;
  const isNear = (a: number, b: number, cell: number): boolean => Math.abs(a - b) <= cell * PLACE_SHARE;
  // The far corner as well: cells that are a little too large add up.
  const corner = (facts: CoverageFacts): readonly [number, number] => [
    facts.west + columns * facts.cellWidth,
    facts.north - rows * facts.cellHeight,
  ];
  const [[east, south], [otherEast, otherSouth]] = [corner(before), corner(after)];
  return (
    isNear(before.west, after.west, cellWidth) &&
    isNear(before.north, after.north, cellHeight) &&
    isNear(east, otherEast, cellWidth) &&
    isNear(south, otherSouth, cellHeight)
  );
}

/** The facts of the image that a grid is drawn as. */
function asDrawn(source: Facts, relief: 'shaded' | 'grey'): Facts {
  const { width, height, thumbnails } = source.coverage!.pictures!;
  const raster = { width, height, frames: 1, sequence: 'single', alpha: false, bitsPerChannel: 8 } as const;
  return withThumbnails({ ...source, features: ['look', 'colour'], raster }, [thumbnails[relief]]);
}
