import { deflate } from '../../../io/compression.ts';
import { concatBytes, latin1Bytes } from '../../../io/bytes.ts';
import { freeNumber } from '../esri-grid.ts';
import type { Coverage } from '../model.ts';
import { FIELD, GEO_KEY, MODEL, RASTER, SAMPLES, TAG } from './tags.ts';

/** Bytes of a strip before it is compressed. */
const STRIP_BYTES = 262_144;
const DEFLATE = 8;
const LEVEL = 6;

interface SampleKind {
  readonly bytes: 2 | 4 | 8;
  readonly format: number;
  write(view: DataView, at: number, value: number): void;
}

/** A GeoTIFF of one value in each cell: of the smallest kind that holds all of them exactly, compressed. */
export function writeGeoTiff(coverage: Coverage): Uint8Array {
  const { columns, rows, values } = coverage;
  const noData = freeNumber(values);
  const sample = sampleFor(values, noData);
  const perStrip = Math.max(1, Math.min(rows, Math.floor(STRIP_BYTES / (columns * sample.bytes))));
  const strips = Array.from({ length: Math.ceil(rows / perStrip) }, (_, index) => {
    const part = values.subarray(index * perStrip * columns, Math.min(rows, (index + 1) * perStrip) * columns);
    const view = new DataView(new ArrayBuffer(part.length * sample.bytes));
    for (const [at, value] of part.entries())
      sample.write(view, at * sample.bytes, Number.isNaN(value) ? noData : value);
    return deflate(new Uint8Array(view.buffer), { level: LEVEL });
  });
  const start = 8;
  let at = start;
  const offsets = strips.map(({ byteLength }) => (at += byteLength) - byteLength);
  const padding = at % 2;
  const directory = directoryAt(at + padding, [
    [TAG.width, FIELD.long, [columns]],
    [TAG.height, FIELD.long, [rows]],
    [TAG.bits, FIELD.short, [8 * sample.bytes]],
    [TAG.compression, FIELD.short, [DEFLATE]],
    [TAG.photometric, FIELD.short, [1]],
    [TAG.stripOffsets, FIELD.long, offsets],
    [TAG.samples, FIELD.short, [1]],
    [TAG.rowsPerStrip, FIELD.long, [perStrip]],
    [TAG.stripBytes, FIELD.long, strips.map(({ byteLength }) => byteLength)],
    [TAG.planar, FIELD.short, [1]],
    [TAG.sampleFormat, FIELD.short, [sample.format]],
    [TAG.pixelScale, FIELD.double, [coverage.cellWidth, coverage.cellHeight, 0]],
    [TAG.tiepoint, FIELD.double, [0, 0, 0, coverage.west, coverage.north, 0]],
    [TAG.geoKeys, FIELD.short, geoKeysOf(coverage)],
    [TAG.noData, FIELD.ascii, [...latin1Bytes(`${noData}\0`)]],
  ]);
  const header = new DataView(new ArrayBuffer(start));
  header.setUint16(0, 0x4949);
  header.setUint16(2, 42, true);
  header.setUint32(4, at + padding, true);
  return concatBytes([new Uint8Array(header.buffer), ...strips, new Uint8Array(padding), directory]);
}

function sampleFor(values: Float64Array, noData: number): SampleKind {
  let [areWhole, least, greatest] = [true, noData, noData];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    areWhole &&= Number.isInteger(value);
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const fits = (bits: number): boolean => areWhole && least >= -(2 ** (bits - 1)) && greatest < 2 ** (bits - 1);
  if (fits(16)) return { bytes: 2, format: SAMPLES.signed, write: (view, at, value) => view.setInt16(at, value, true) };
  if (fits(32)) return { bytes: 4, format: SAMPLES.signed, write: (view, at, value) => view.setInt32(at, value, true) };
  return isSingle(noData) && values.every((value) => Number.isNaN(value) || isSingle(value))
    ? { bytes: 4, format: SAMPLES.float, write: (view, at, value) => view.setFloat32(at, value, true) }
    : { bytes: 8, format: SAMPLES.float, write: (view, at, value) => view.setFloat64(at, value, true) };
}

/** Whether a number is read again from its nearest one of 32 bits. */
function isSingle(value: number): boolean {
  return Number(Math.fround(value).toPrecision(7)) === value;
}

/** Values stand for their cells; the system by its number, where one is known. */
function geoKeysOf({ system, isGeographic }: Coverage): number[] {
  const keys: (readonly [key: number, value: number])[] = [[GEO_KEY.raster, RASTER.area]];
  if (system !== undefined) {
    keys.unshift([GEO_KEY.model, isGeographic ? MODEL.geographic : MODEL.projected]);
    keys.push([isGeographic ? GEO_KEY.geographic : GEO_KEY.projected, system]);
  }
  return [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
}

type Field = readonly [tag: number, type: number, values: readonly number[]];

const FIELD_BYTES: Readonly<Record<number, number>> = {
  [FIELD.ascii]: 1,
  [FIELD.short]: 2,
  [FIELD.long]: 4,
  [FIELD.double]: 8,
};

/** A classic directory and the values behind it that do not fit in its entries. */
function directoryAt(start: number, fields: readonly Field[]): Uint8Array {
  const own = 2 + 12 * fields.length + 4;
  const sizes = fields.map(([, type, values]) => FIELD_BYTES[type]! * values.length);
  const behind = sizes.reduce((sum, bytes) => sum + (bytes > 4 ? bytes + (bytes % 2) : 0), 0);
  const view = new DataView(new ArrayBuffer(own + behind));
  view.setUint16(0, fields.length, true);
  let next = own;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const at = 2 + 12 * index;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, values.length, true);
    const isBehind = sizes[index]! > 4;
    if (isBehind) view.setUint32(at + 8, start + next, true);
    let to = isBehind ? next : at + 8;
    for (const value of values) {
      if (type === FIELD.double) view.setFloat64(to, value, true);
      else if (type === FIELD.long) view.setUint32(to, value, true);
      else if (type === FIELD.short) view.setUint16(to, value, true);
      else view.setUint8(to, value);
      to += FIELD_BYTES[type]!;
    }
    if (isBehind) next += sizes[index]! + (sizes[index]! % 2);
  }
  return new Uint8Array(view.buffer);
}
