import type { RunContext } from '../../contract/codec.ts';
import { viewOf } from '../../io/bytes.ts';
import { corrupt } from '../records/errors.ts';
import { requireCells, type Coverage } from './model.ts';

/* Tiles of the Shuttle Radar Topography Mission (SRTM topography, USGS 2015): heights in metres, a square of a degree each. */

const NO_DATA = -32_768;
const WGS_84 = 4326;
/** Columns and rows of tiles: in steps of one second and of three, and of wider steps towards the poles. */
const SIZES: readonly (readonly [columns: number, rows: number])[] = [
  [3601, 3601],
  [1801, 3601],
  [1201, 1201],
];
const PLACE = /([NS])(\d{2})([EW])(\d{3})/i;

/** The name of a tile says where it lies: `N47E008.hgt` begins in the south-west, at 47° north and 8° east. */
export function readHeightTile(bytes: Uint8Array, context: RunContext, name: string): Coverage {
  const size = sizeOf(bytes.byteLength);
  if (!size) throw corrupt(`${bytes.byteLength} bytes are no tile of heights: 2884802 or 25934402 would be one`);
  const [columns, rows] = size;
  const values = new Float64Array(requireCells(columns, rows, context));
  const view = viewOf(bytes);
  for (let at = 0; at < values.length; at++) {
    const height = view.getInt16(2 * at);
    values[at] = height === NO_DATA ? Number.NaN : height;
  }
  const [cellWidth, cellHeight] = [1 / (columns - 1), 1 / (rows - 1)];
  const [, side, latitude, hand, longitude] = PLACE.exec(name) ?? [];
  if (side === undefined)
    context.warn({
      code: 'coordinates_converted',
      message:
        'The name of the tile does not say where it lies, as N47E008.hgt does: its coordinates begin at 0° north and 0° east.',
    });
  const south = Number(latitude ?? 0) * (/s/i.test(side ?? '') ? -1 : 1);
  const west = Number(longitude ?? 0) * (/w/i.test(hand ?? '') ? -1 : 1);
  // Values stand at nodes, those at the borders in the middle of cells that go beyond.
  return {
    ...{ columns, rows, west: west - cellWidth / 2, north: south + 1 + cellHeight / 2, cellWidth, cellHeight, values },
    ...(side !== undefined && { system: WGS_84 }),
    isGeographic: true,
  };
}

/** Columns and rows of a file of so many bytes; smaller squares are parts of a tile. */
function sizeOf(bytes: number): readonly [columns: number, rows: number] | undefined {
  const known = SIZES.find(([columns, rows]) => 2 * columns * rows === bytes);
  const side = Math.sqrt(bytes / 2);
  return known ?? (Number.isInteger(side) && side > 1 ? [side, side] : undefined);
}
