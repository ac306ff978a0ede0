/** The filters of PNG rows (ISO/IEC 15948, section 9), by number. */
export const PNG_FILTERS = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/**
 * Undoes the filter of a row in place; `previous` is the row above, all zero for the first. `pixelBytes` is the
 * distance to the same sample of the pixel on the left, at least 1. Throws a RangeError for an unknown filter.
 */
export function unfilterRow(filter: number, row: Uint8Array, previous: Uint8Array, pixelBytes: number): void {
  switch (filter) {
    case PNG_FILTERS.none:
      return;
    case PNG_FILTERS.sub:
      for (let at = pixelBytes; at < row.length; at++) row[at]! += row[at - pixelBytes]!;
      return;
    case PNG_FILTERS.up:
      for (let at = 0; at < row.length; at++) row[at]! += previous[at]!;
      return;
    case PNG_FILTERS.average:
      for (let at = 0; at < row.length; at++) {
        const left = at < pixelBytes ? 0 : row[at - pixelBytes]!;
        row[at]! += (left + previous[at]!) >> 1;
      }
      return;
    case PNG_FILTERS.paeth:
      for (let at = 0; at < row.length; at++) {
        const isFirst = at < pixelBytes;
        const left = isFirst ? 0 : row[at - pixelBytes]!;
        const corner = isFirst ? 0 : previous[at - pixelBytes]!;
        row[at]! += paeth(left, previous[at]!, corner);
      }
      return;
    default:
      throw new RangeError(`There is no filter ${filter}.`);
  }
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

interface FilteredLayout {
  readonly rowBytes: number;
  readonly height: number;
  /** The distance to the same sample of the pixel on the left, at least 1. */
  readonly pixelBytes: number;
  /** One filter for all rows, or for each the one of `none`, `sub` and `up` that leaves the smallest differences. */
  readonly filter: SimpleFilter | 'adaptive';
  /** The row before the first one, where there is one. */
  readonly above?: Uint8Array;
}

/** Filters whose results take no prediction: they compress nearly as well as all five, in a fraction of the time. */
type SimpleFilter = 0 | 1 | 2;

/** Rows for compression: each after the number of its filter. */
export function filterRows(
  data: Uint8Array,
  { rowBytes, height, pixelBytes, filter, above }: FilteredLayout,
): Uint8Array {
  const result = new Uint8Array((rowBytes + 1) * height);
  let previous = above ?? new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * rowBytes, (y + 1) * rowBytes);
    const own = filter === 'adaptive' ? bestFilter(row, previous, pixelBytes) : filter;
    const at = y * (rowBytes + 1);
    result[at] = own;
    filterRow(own, row, previous, { pixelBytes, target: result.subarray(at + 1, at + 1 + rowBytes) });
    previous = row;
  }
  return result;
}

function filterRow(
  filter: SimpleFilter,
  row: Uint8Array,
  previous: Uint8Array,
  { pixelBytes, target }: { readonly pixelBytes: number; readonly target: Uint8Array },
): void {
  if (filter === PNG_FILTERS.up) {
    for (let at = 0; at < row.length; at++) target[at] = row[at]! - previous[at]!;
    return;
  }
  target.set(row);
  if (filter === PNG_FILTERS.none) return;
  for (let at = pixelBytes; at < row.length; at++) target[at] = row[at]! - row[at - pixelBytes]!;
}

/** Every so many bytes of a row are looked at to choose its filter: prime, so that all channels have their turn. */
const FILTER_SAMPLING = 5;

function bestFilter(row: Uint8Array, previous: Uint8Array, pixelBytes: number): SimpleFilter {
  let [sumNone, sumSub, sumUp] = [0, 0, 0];
  for (let at = pixelBytes; at < row.length; at += FILTER_SAMPLING) {
    const value = row[at]!;
    sumNone += Math.min(value, 256 - value);
    const sub = (value - row[at - pixelBytes]!) & 255;
    sumSub += Math.min(sub, 256 - sub);
    const up = (value - previous[at]!) & 255;
    sumUp += Math.min(up, 256 - up);
  }
  const best = Math.min(sumNone, sumSub, sumUp);
  if (best === sumNone) return PNG_FILTERS.none;
  return best === sumSub ? PNG_FILTERS.sub : PNG_FILTERS.up;
}

interface Interlaced {
  readonly width: number;
  readonly height: number;
  /** Of one pixel. */
  readonly bits: number;
}

/** The seven passes of Adam7: first column and row, and the distance to the next. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes of all passes of an interlaced image before they are compressed. */
export function interlacedBytes({ width, height, bits }: Interlaced): number {
  return PASSES.reduce((sum, [left, top, stepX, stepY]) => {
    const columns = Math.ceil(Math.max(0, width - left) / stepX);
    const rows = Math.ceil(Math.max(0, height - top) / stepY);
    return sum + (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)));
  }, 0);
}

/** The rows of an interlaced image from above to below, each after filter 0. */
export function deinterlace(passes: Uint8Array, { width, height, bits }: Interlaced): Uint8Array {
  const rowBytes = 1 + Math.ceil((width * bits) / 8);
  const rows = new Uint8Array(rowBytes * height);
  let at = 0;
  for (const [left, top, stepX, stepY] of PASSES) {
    const columns = Math.ceil(Math.max(0, width - left) / stepX);
    if (columns === 0) continue;
    const passBytes = Math.ceil((columns * bits) / 8);
    let previous = new Uint8Array(passBytes);
    for (let y = top; y < height; y += stepY) {
      const row = passes.slice(at + 1, at + 1 + passBytes);
      unfilterRow(passes[at]!, row, previous, Math.max(1, bits / 8));
      spread(row, rows.subarray(y * rowBytes + 1, (y + 1) * rowBytes), { left, stepX, columns, bits });
      previous = row;
      at += 1 + passBytes;
    }
  }
  return rows;
}

/** Puts the pixels of a pass at their columns. */
function spread(
  from: Uint8Array,
  to: Uint8Array,
  { left, stepX, columns, bits }: { left: number; stepX: number; columns: number; bits: number },
): void {
  if (bits >= 8) {
    const bytes = bits / 8;
    for (let index = 0; index < columns; index++) {
      to.set(from.subarray(index * bytes, (index + 1) * bytes), (left + index * stepX) * bytes);
    }
    return;
  }
  const mask = 2 ** bits - 1;
  for (let index = 0; index < columns; index++) {
    const source = index * bits;
    const target = (left + index * stepX) * bits;
    const value = (from[source >> 3]! >> (8 - bits - (source & 7))) & mask;
    to[target >> 3]! |= value << (8 - bits - (target & 7));
  }
}
