import { difference, type Difference } from '../../../contract/differences.ts';
import type { Facts, PageFacts, Thumbnail } from '../../../contract/facts.ts';

/** Lightness, of 255, by which a cell of two drawings of one page differs: an image may be compressed again. */
const MAX_STEP = 12;
const MAX_IMAGE_STEP = 40;
/** Cells that may differ by more: where a rounding moves a glyph. */
const MAX_CELLS = 2;

/** Pages as they are drawn: lines, areas and what else has no facts of its own. `wanted` are the pages taken, from 0. */
export function* diffLooks(source: Facts, result: Facts, wanted: readonly number[]): Generator<Difference> {
  const before = new Map(source.raster?.thumbnails?.map((thumbnail) => [thumbnail.frame, thumbnail]));
  for (const after of result.raster?.thumbnails ?? []) {
    const page = wanted[after.frame];
    const other = page === undefined ? undefined : before.get(page);
    if (!other || other.width !== after.width || other.height !== after.height) continue;
    const count = changedCells(other, after, source.pdf!.pages[page!]);
    if (count > MAX_CELLS) yield difference('page_look', { page: after.frame + 1 });
  }
}

function changedCells(one: Thumbnail, other: Thumbnail, page: PageFacts | undefined): number {
  let count = 0;
  for (let at = 0; at < one.rgb.length; at += 3) {
    const step = Math.max(...[0, 1, 2].map((channel) => Math.abs(one.rgb[at + channel]! - other.rgb[at + channel]!)));
    if (step <= MAX_STEP) continue;
    const cell = at / 3;
    const x = ((cell % one.width) + 0.5) / one.width;
    const y = (Math.floor(cell / one.width) + 0.5) / one.height;
    if (step > MAX_IMAGE_STEP || !isInImage(page, x, y)) count++;
  }
  return count;
}

/** Whether an image is at a place of a page, in shares of its sides; cells at its edge are of it as well. */
function isInImage(page: PageFacts | undefined, x: number, y: number): boolean {
  if (!page) return true;
  const slack = Math.max(page.width, page.height) / 32;
  return page.images.some(({ box: [left, top, width, height] }) => {
    const [atX, atY] = [x * page.width, y * page.height];
    return atX > left - slack && atX < left + width + slack && atY > top - slack && atY < top + height + slack;
  });
}
