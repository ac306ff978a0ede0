import type { Thumbnail } from './facts.ts';

/** Ways in which a grid is drawn. */
export type Relief = 'shaded' | 'grey';

/** What a grid of values over an area says: its size, its place, and measures that no other values have. */
export interface CoverageFacts {
  readonly columns: number;
  readonly rows: number;
  /** The outer corner of the first cell, and the size of a cell, in the units of its reference system. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** The number of its reference system in the EPSG registry, where the file says it. */
  readonly system?: number;
  /** Cells without data. */
  readonly empty: number;
  /** Of the others; NaN where there are none. */
  readonly least: number;
  readonly greatest: number;
  readonly sum: number;
  /** CRC-32 of all values as numbers of 64 bits, row by row. */
  readonly checksum: number;
  /** How it is to look; absent where no picture is compared. */
  readonly pictures?: {
    readonly width: number;
    readonly height: number;
    readonly thumbnails: Readonly<Record<Relief, Thumbnail>>;
  };
}
