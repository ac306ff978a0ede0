import type { CoverageFacts, Relief } from '../../contract/coverage-facts.ts';
import type { Thumbnail } from '../../contract/facts.ts';
import { crc32Of } from '../../io/compression.ts';
import { thumbnailOf } from '../raster/inspect/raster.ts';
import type { Coverage } from './model.ts';
import { drawRelief, reducedGrid } from './picture.ts';

/** What is compared of a grid; with how it is to look where a picture of it is. */
export function factsOfCoverage(
  coverage: Coverage,
  { withPictures }: { readonly withPictures: boolean },
): CoverageFacts {
  const { columns, rows, west, north, cellWidth, cellHeight, values, system } = coverage;
  let [empty, least, greatest, sum] = [0, Infinity, -Infinity, 0];
  // Every NaN and every zero is one of the same bits.
  const plain = values.map((value) => {
    if (Number.isNaN(value)) {
      empty++;
      return Number.NaN;
    }
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    sum += value;
    return value + 0;
  });
  const isEmpty = empty === values.length;
  return {
    ...{ columns, rows, west, north, cellWidth, cellHeight, empty, sum },
    ...(system !== undefined && { system }),
    least: isEmpty ? Number.NaN : least,
    greatest: isEmpty ? Number.NaN : greatest,
    checksum: crc32Of(new Uint8Array(plain.buffer)),
    ...(withPictures && !isEmpty && { pictures: picturesOf(coverage) }),
  };
}

function picturesOf(coverage: Coverage): NonNullable<CoverageFacts['pictures']> {
  const reduced = reducedGrid(coverage);
  const { columns: width, rows: height } = reduced;
  const thumbnail = (relief: Relief): Thumbnail =>
    thumbnailOf(drawRelief(coverage, reduced, relief), { frame: 0, imageWidth: width, imageHeight: height });
  return { width, height, thumbnails: { shaded: thumbnail('shaded'), grey: thumbnail('grey') } };
}
