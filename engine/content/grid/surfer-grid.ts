import { ConversionError } from '../../contract/errors.ts';
import type { RunContext } from '../../contract/codec.ts';
import { latin1Of, utf8Bytes, viewOf } from '../../io/bytes.ts';
import { corrupt, truncated } from '../records/errors.ts';
import { tidy } from './esri-grid.ts';
import { requireCells, requirePlace, type Coverage } from './model.ts';
import { NumberTokens } from './number-tokens.ts';

/* Grids of Surfer (Golden Software): as text (DSAA), and in binary of version 6 (DSBB) and 7 (DSRB). Their values stand at nodes. */

/** Values from here on are no data. */
const BLANK = 1.701_41e38;
const ROWS_BETWEEN_SIGNALS = 256;
/** Sections of version 7. */
const [GRID_SECTION, DATA_SECTION] = [0x4449_5247, 0x4154_4144];

export function readSurferGrid(bytes: Uint8Array, context: RunContext): Coverage {
  switch (latin1Of(bytes, 0, 4)) {
    case 'DSAA':
      return readText(bytes, context);
    case 'DSBB':
      return readVersion6(bytes, context);
    case 'DSRB':
      return readVersion7(bytes, context);
    default:
      throw corrupt('it does not begin with the mark of a grid of Surfer');
  }
}

interface Nodes {
  readonly columns: number;
  readonly rows: number;
  readonly x: readonly [first: number, last: number];
  readonly y: readonly [first: number, last: number];
}

/** Rows come from the south. */
function coverageOf(
  { columns, rows, x, y }: Nodes,
  valueAt: (index: number) => number,
  { context, blank = BLANK }: { readonly context: RunContext; readonly blank?: number },
): Coverage {
  const values = new Float64Array(requireCells(columns, rows, context));
  for (let row = rows - 1, index = 0; row >= 0; row--) {
    if (row % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    for (let column = 0; column < columns; column++, index++) {
      const value = valueAt(index);
      values[row * columns + column] = value >= blank ? Number.NaN : value;
    }
  }
  const [across, down] = [stepOf(x, columns), stepOf(y, rows)];
  // A single row or column is taken for one of squares.
  const [cellWidth, cellHeight] = [across ?? down ?? 1, down ?? across ?? 1];
  return requirePlace({
    columns,
    rows,
    west: tidy(x[0] - cellWidth / 2),
    north: tidy(y[1] + cellHeight / 2),
    cellWidth,
    cellHeight,
    values,
  });
}

function stepOf([first, last]: readonly [number, number], count: number): number | undefined {
  return count === 1 ? undefined : tidy((last - first) / (count - 1));
}

function readText(bytes: Uint8Array, context: RunContext): Coverage {
  const tokens = new NumberTokens(bytes, 4);
  const [columns = 0, rows = 0, west = 0, east = 0, south = 0, north = 0] = Array.from({ length: 8 }, () =>
    tokens.number(),
  );
  const nodes = { columns, rows, x: [west, east], y: [south, north] } as const;
  const coverage = coverageOf(nodes, () => tokens.number(), { context });
  if (tokens.word() !== undefined) throw corrupt('it has more numbers than its size says');
  return coverage;
}

function readVersion6(bytes: Uint8Array, context: RunContext): Coverage {
  const view = viewOf(bytes);
  if (bytes.byteLength < 56) throw truncated('its header is cut off');
  const [columns, rows] = [view.getInt16(4, true), view.getInt16(6, true)];
  requireBytes(56 + 4 * requireCells(columns, rows, context), bytes);
  const [west = 0, east = 0, south = 0, north = 0] = [8, 16, 24, 32].map((at) => view.getFloat64(at, true));
  // Single numbers that are the nearest to a decimal stand for it.
  const valueAt = (index: number): number => Number(view.getFloat32(56 + 4 * index, true).toPrecision(7));
  return coverageOf({ columns, rows, x: [west, east], y: [south, north] }, valueAt, { context });
}

function readVersion7(bytes: Uint8Array, context: RunContext): Coverage {
  const view = viewOf(bytes);
  let grid = -1;
  let at = 0;
  while (at + 8 <= bytes.byteLength) {
    const [id, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (id === GRID_SECTION) grid = at + 8;
    if (id === DATA_SECTION) break;
    at += 8 + size;
  }
  if (grid < 0 || grid + 72 > bytes.byteLength) throw truncated('its description of the grid is missing');
  const [rows, columns] = [view.getInt32(grid, true), view.getInt32(grid + 4, true)];
  const start = at + 8;
  requireBytes(start + 8 * requireCells(columns, rows, context), bytes);
  const [west = 0, south = 0, width = 0, height = 0, , , rotation = 0, blank = BLANK] = Array.from(
    { length: 8 },
    (_, index) => view.getFloat64(grid + 8 + 8 * index, true),
  );
  if (rotation !== 0) throw corrupt('its grid is rotated');
  const nodes = {
    columns,
    rows,
    x: [west, west + width * (columns - 1)],
    y: [south, south + height * (rows - 1)],
  } as const;
  return coverageOf(nodes, (index) => view.getFloat64(start + 8 * index, true), { context, blank });
}

function requireBytes(needed: number, { byteLength }: Uint8Array): void {
  if (needed > byteLength) throw truncated(`it has ${byteLength} of the ${needed} bytes of its grid`);
}

/** Nodes say how far they are apart, where there are several. */
function requireKnownSteps({ columns, rows, cellWidth, cellHeight }: Coverage): void {
  const isLine = columns === 1 || rows === 1;
  const isKnown = cellWidth === cellHeight && (columns > 1 || rows > 1 || cellWidth === 1);
  if (isLine && !isKnown)
    throw new ConversionError({
      code: 'unsupported_conversion',
      message:
        'A grid of Surfer with a single row or column does not say how large its cells are. Choose an ESRI ASCII grid.',
    });
}

/** As text, which every version reads. */
export function writeSurferGrid(coverage: Coverage): Uint8Array {
  const { columns, rows, west, north, cellWidth, cellHeight, values } = coverage;
  requireKnownSteps(coverage);
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const [first, last] = [tidy(west + cellWidth / 2), tidy(north - cellHeight / 2)];
  const lines = [
    'DSAA',
    `${columns} ${rows}`,
    `${first} ${tidy(first + cellWidth * (columns - 1))}`,
    `${tidy(last - cellHeight * (rows - 1))} ${last}`,
    least > greatest ? '0 0' : `${least} ${greatest}`,
  ];
  for (let row = rows - 1; row >= 0; row--)
    lines.push(
      Array.from(values.subarray(row * columns, (row + 1) * columns), (value) =>
        Number.isNaN(value) ? '1.70141e+38' : String(value),
      ).join(' '),
    );
  return utf8Bytes(`${lines.join('\n')}\n`);
}
