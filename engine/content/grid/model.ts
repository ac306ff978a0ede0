import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { corrupt } from '../records/errors.ts';

/** A grid of values over an area of the earth: heights, depths, temperatures. */
export interface Coverage {
  readonly columns: number;
  readonly rows: number;
  /** The outer corner of the first cell, in the units of the reference system; north is up. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Rows from north to south, each from west to east; NaN where there is no data. */
  readonly values: Float64Array;
  /** The number of its reference system in the EPSG registry. */
  readonly system?: number;
  /** Whether that has degrees; what is known of it where the number is not known here. */
  readonly isGeographic?: boolean;
}

/** Cells that are held at a time: 200 MB of numbers, more than a square of one degree in steps of a second has. */
const MOST_CELLS = 25_000_000;

/** Whether a grid of this size can be: before anything of it is held. Throws `input_corrupt` and `input_too_complex`. */
export function requireCells(columns: number, rows: number, { limits }: Pick<RunContext, 'limits'>): number {
  if (!Number.isInteger(columns) || !Number.isInteger(rows) || columns < 1 || rows < 1)
    throw corrupt('its numbers of columns and rows are none');
  const allowed = Math.min(limits.pixels, MOST_CELLS);
  if (columns * rows <= allowed) return columns * rows;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The grid has ${columns} × ${rows} cells; at most ${allowed} are allowed. Cut out a part of it, or make its cells larger.`,
    details: { limit: 'cells', allowed, found: columns * rows },
  });
}

/** Throws `input_corrupt` for a grid whose place is none. */
export function requirePlace(coverage: Coverage): Coverage {
  const { west, north, cellWidth, cellHeight } = coverage;
  if (![west, north, cellWidth, cellHeight].every(Number.isFinite) || cellWidth <= 0 || cellHeight <= 0)
    throw corrupt('its cells have no place or no size');
  return coverage;
}
