import type { RunContext } from '../../contract/codec.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { corrupt } from '../records/errors.ts';
import { requireCells, requirePlace, type Coverage } from './model.ts';
import { NumberTokens } from './number-tokens.ts';

/* ESRI's ASCII grid (ArcGIS, "Esri ASCII raster format"), with the `dx` and `dy` of GDAL for cells that are no squares. */

const KEY = /^[a-z]/i;
/** What stands for no data where the header does not say it. */
const NO_DATA = -9999;
const ROWS_BETWEEN_SIGNALS = 256;

export function readEsriGrid(bytes: Uint8Array, context: RunContext): Coverage {
  const tokens = new NumberTokens(bytes);
  const header = new Map<string, number>();
  while (KEY.test(tokens.peek() ?? '') && !/^nan$/i.test(tokens.peek()!)) {
    const key = tokens.word()!.toLowerCase();
    if (header.size > 16) throw corrupt('its header has too many lines');
    header.set(key, tokens.number());
  }
  const number = (key: string): number => header.get(key) ?? Number.NaN;
  const [columns, rows] = [number('ncols'), number('nrows')];
  const values = new Float64Array(requireCells(columns, rows, context));
  const [cellWidth, cellHeight] = [header.get('dx') ?? number('cellsize'), header.get('dy') ?? number('cellsize')];
  const west = header.get('xllcorner') ?? number('xllcenter') - cellWidth / 2;
  const south = header.get('yllcorner') ?? number('yllcenter') - cellHeight / 2;
  const noData = header.get('nodata_value') ?? NO_DATA;
  for (let at = 0; at < values.length; at++) {
    if (at % (ROWS_BETWEEN_SIGNALS * columns) === 0) context.signal.throwIfAborted();
    const value = tokens.number();
    values[at] = value === noData ? Number.NaN : value;
  }
  if (tokens.word() !== undefined) throw corrupt('it has more numbers than its size says');
  return requirePlace({ columns, rows, west, north: south + rows * cellHeight, cellWidth, cellHeight, values });
}

export function writeEsriGrid({ columns, rows, west, north, cellWidth, cellHeight, values }: Coverage): Uint8Array {
  const noData = freeNumber(values);
  const isSquare = Math.abs(cellWidth - cellHeight) <= 1e-12 * cellWidth;
  const head = [
    `ncols ${columns}`,
    `nrows ${rows}`,
    `xllcorner ${west}`,
    `yllcorner ${tidy(north - rows * cellHeight)}`,
    ...(isSquare ? [`cellsize ${cellWidth}`] : [`dx ${cellWidth}`, `dy ${cellHeight}`]),
    `NODATA_value ${noData}`,
  ];
  return utf8Bytes(`${head.join('\n')}\n${textOfRows({ columns, rows, values }, String(noData))}`);
}

/** A row a line, from north to south. */
export function textOfRows(
  { columns, rows, values }: Pick<Coverage, 'columns' | 'rows' | 'values'>,
  noData: string,
): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from(values.subarray(row * columns, (row + 1) * columns), (value) =>
      Number.isNaN(value) ? noData : String(value),
    ).join(' '),
  );
  return `${lines.join('\n')}\n`;
}

/** What stands for no data, and is no value of the grid. */
export function freeNumber(values: Float64Array): number {
  let number = NO_DATA;
  while (values.includes(number)) number = number * 10 - 9;
  return number;
}

/** Without what rounding adds: 15 digits. */
export function tidy(number: number): number {
  return Number(number.toPrecision(15));
}
