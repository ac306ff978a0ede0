import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { latin1Of } from '../../../io/bytes.ts';
import {
  expandZstandard,
  inflate,
  isCutShort,
  isTooLarge,
  isZlibError,
  isZstandardError,
} from '../../../io/compression.ts';
import { corrupt, truncated } from '../../records/errors.ts';
import { unpackLzw } from '../../raster/tiff/lzw.ts';
import { unpackBits } from '../../raster/tiff/pack-bits.ts';
import { TiffStructure } from '../../raster/tiff/structure.ts';
import { requireCells, requirePlace, type Coverage } from '../model.ts';
import { FIELD, GEO_KEY, MODEL, RASTER, SAMPLES, TAG } from './tags.ts';

/** Single numbers of 32 bits that are the nearest to a decimal stand for it. */
const SINGLE_DIGITS = 7;
/** Values of one tag. */
const MOST_VALUES = 4_000_000;

/** The first grid of a GeoTIFF: one sample a cell, whole numbers or floating point. */
export function readGeoTiff(bytes: Uint8Array, context: RunContext): Coverage {
  try {
    return coverageOf(new Fields(bytes), bytes, context);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const cut = truncated('a part of it lies beyond its end');
    cut.cause = error;
    throw cut;
  }
}

/** The tags of the first directory. */
class Fields {
  readonly structure: TiffStructure;
  readonly #directory: number;

  constructor(bytes: Uint8Array) {
    this.structure = new TiffStructure(bytes);
    if (this.structure.kind === 'none') throw corrupt('it does not begin as a TIFF file');
    this.#directory = this.structure.first;
  }

  numbers(tag: number): number[] {
    const entry = this.structure.find(this.#directory, tag);
    if (!entry) return [];
    const { type, count, valueAt } = entry;
    const { view, isLittle } = this.structure;
    if (count > MOST_VALUES || valueAt + entry.valueBytes > view.byteLength)
      throw truncated('the values of a tag lie beyond its end');
    return Array.from({ length: count }, (_, index) => {
      if (type === FIELD.double) return view.getFloat64(valueAt + 8 * index, isLittle);
      if (type === FIELD.short) return this.structure.uint16(valueAt + 2 * index);
      if (type === FIELD.long8) return Number(view.getBigUint64(valueAt + 8 * index, isLittle));
      return type === FIELD.long ? this.structure.uint32(valueAt + 4 * index) : view.getUint8(valueAt + index);
    });
  }

  number(tag: number, otherwise: number): number {
    return this.numbers(tag)[0] ?? otherwise;
  }

  text(tag: number): string | undefined {
    const entry = this.structure.find(this.#directory, tag);
    const { view } = this.structure;
    if (entry?.type !== FIELD.ascii || entry.valueAt + entry.count > view.byteLength) return undefined;
    const bytes = new Uint8Array(view.buffer, view.byteOffset + entry.valueAt, Math.min(entry.count, 64));
    return latin1Of(bytes).replaceAll('\0', '').trim();
  }

  hasSecondPage(): boolean {
    return [...this.structure.chain(this.structure.first)].length > 1;
  }
}

function coverageOf(fields: Fields, bytes: Uint8Array, context: RunContext): Coverage {
  const [columns, rows] = [fields.number(TAG.width, 0), fields.number(TAG.height, 0)];
  const cells = requireCells(columns, rows, context);
  if (fields.number(TAG.samples, 1) !== 1)
    throw unreadable('it has several values in a cell: it is an image, and no grid');
  const sample = sampleOf(fields);
  const values = new Float64Array(cells);
  const stored = noDataOf(fields);
  for (const block of blocksOf(fields, columns, rows)) {
    context.signal.throwIfAborted();
    const data = expanded(bytes, block, { fields, sample });
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (let row = 0; row < block.rows && block.top + row < rows; row++)
      for (let column = 0; column < block.columns && block.left + column < columns; column++) {
        const value = sample.read(view, (row * block.columns + column) * sample.bytes);
        const to = (block.top + row) * columns + block.left + column;
        values[to] = isNothing(value, stored) ? Number.NaN : value;
      }
  }
  if (fields.hasSecondPage())
    context.warn({
      code: 'feature_dropped',
      message: 'The file holds further pages, such as overviews or masks, which are left out.',
    });
  return requirePlace({ columns, rows, ...placeOf(fields), values, ...systemOf(fields) });
}

interface SampleKind {
  readonly bytes: number;
  readonly isFloat: boolean;
  read(view: DataView, at: number): number;
}

function sampleOf(fields: Fields): SampleKind {
  const [bits, format] = [fields.number(TAG.bits, 1), fields.number(TAG.sampleFormat, SAMPLES.unsigned)];
  const { isLittle } = fields.structure;
  const kinds: Readonly<Record<string, (view: DataView, at: number) => number>> = {
    [`${SAMPLES.unsigned}.8`]: (view, at) => view.getUint8(at),
    [`${SAMPLES.unsigned}.16`]: (view, at) => view.getUint16(at, isLittle),
    [`${SAMPLES.unsigned}.32`]: (view, at) => view.getUint32(at, isLittle),
    [`${SAMPLES.signed}.8`]: (view, at) => view.getInt8(at),
    [`${SAMPLES.signed}.16`]: (view, at) => view.getInt16(at, isLittle),
    [`${SAMPLES.signed}.32`]: (view, at) => view.getInt32(at, isLittle),
    [`${SAMPLES.float}.32`]: (view, at) => Number(view.getFloat32(at, isLittle).toPrecision(SINGLE_DIGITS)),
    [`${SAMPLES.float}.64`]: (view, at) => view.getFloat64(at, isLittle),
  };
  const read = kinds[`${format}.${bits}`];
  if (!read) throw unreadable(`its values are of a kind that is not read here (${bits} bits, format ${format})`);
  return { bytes: bits / 8, isFloat: format === SAMPLES.float, read };
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly at: number;
  readonly bytes: number;
}

/** Strips, or tiles. A block without bytes is one of zeros. */
function* blocksOf(fields: Fields, columns: number, rows: number): Generator<Block> {
  const tileWidth = fields.number(TAG.tileWidth, 0);
  const isTiled = tileWidth > 0;
  const width = isTiled ? tileWidth : columns;
  const height = isTiled ? fields.number(TAG.tileHeight, 0) : Math.min(rows, fields.number(TAG.rowsPerStrip, rows));
  if (height < 1 || width > 65_536 || (isTiled && width * height > 67_108_864)) throw corrupt('its tiles have no size');
  const offsets = fields.numbers(isTiled ? TAG.tileOffsets : TAG.stripOffsets);
  const sizes = fields.numbers(isTiled ? TAG.tileBytes : TAG.stripBytes);
  const across = Math.ceil(columns / width);
  const count = across * Math.ceil(rows / height);
  if (offsets.length < count || sizes.length < count)
    throw truncated(`it has ${Math.min(offsets.length, sizes.length)} of its ${count} blocks`);
  for (let index = 0; index < count; index++) {
    const top = Math.floor(index / across) * height;
    yield {
      left: (index % across) * width,
      top,
      columns: width,
      rows: isTiled ? height : Math.min(height, rows - top),
      at: offsets[index]!,
      bytes: sizes[index]!,
    };
  }
}

function expanded(
  bytes: Uint8Array,
  { at, bytes: length, columns, rows }: Block,
  { fields, sample }: { readonly fields: Fields; readonly sample: SampleKind },
): Uint8Array {
  const size = columns * rows * sample.bytes;
  if (length === 0) return new Uint8Array(size);
  if (at + length > bytes.byteLength) throw truncated('a block of its grid lies beyond its end');
  const data = unpacked(bytes.subarray(at, at + length), size, fields.number(TAG.compression, 1));
  if (data.byteLength < size) throw truncated(`a block has ${data.byteLength} of its ${size} bytes`);
  const row = { bytes: columns * sample.bytes, sample: sample.bytes, isLittle: fields.structure.isLittle };
  switch (fields.number(TAG.predictor, 1)) {
    case 1:
      return data;
    case 2:
      return undifferenced(Uint8Array.from(data.subarray(0, size)), row);
    case 3:
      return ungrouped(Uint8Array.from(data.subarray(0, size)), row);
    default:
      throw unreadable('its differences are of a kind that is not read here');
  }
}

function unpacked(packed: Uint8Array, size: number, compression: number): Uint8Array {
  try {
    switch (compression) {
      case 1:
        return packed;
      case 5:
        return unpackLzw(packed, size);
      case 8:
      case 32_946:
        return inflate(packed, { maxOutputLength: size });
      case 32_773:
        return unpackBits(packed, size);
      case 50_000:
        return expandZstandard(packed, { maxOutputLength: size });
      default:
        throw unreadable(`it is compressed in a way that is not read here (${compression})`);
    }
  } catch (error) {
    if (isCutShort(error)) throw truncated('a block of its grid is cut off');
    if (isZlibError(error) || isTooLarge(error) || isZstandardError(error))
      throw corrupt('a block of its grid cannot be expanded', {}, error);
    throw error;
  }
}

interface RowLayout {
  readonly bytes: number;
  readonly sample: number;
  readonly isLittle: boolean;
}

/** Each value is the difference from the one before it (TIFF 6.0, section 14). */
function undifferenced(data: Uint8Array, { bytes, sample, isLittle }: RowLayout): Uint8Array {
  for (let start = 0; start < data.byteLength; start += bytes)
    for (let at = start + sample; at < start + bytes; at += sample) {
      let carry = 0;
      for (let byte = 0; byte < sample; byte++) {
        const to = at + (isLittle ? byte : sample - 1 - byte);
        const sum = data[to]! + data[to - sample]! + carry;
        data[to] = sum & 0xff;
        carry = sum >> 8;
      }
    }
  return data;
}

/** Bytes of equal weight lie together, each as the difference from the one before it (Adobe Photoshop TIFF Technical Note 3). */
function ungrouped(data: Uint8Array, { bytes, sample, isLittle }: RowLayout): Uint8Array {
  const count = bytes / sample;
  const whole = new Uint8Array(data.byteLength);
  for (let start = 0; start < data.byteLength; start += bytes) {
    for (let at = start + 1; at < start + bytes; at++) data[at] = (data[at]! + data[at - 1]!) & 0xff;
    for (let value = 0; value < count; value++)
      for (let byte = 0; byte < sample; byte++)
        whole[start + value * sample + (isLittle ? sample - 1 - byte : byte)] = data[start + byte * count + value]!;
  }
  return whole;
}

function noDataOf(fields: Fields): number | undefined {
  const text = fields.text(TAG.noData);
  return text === undefined || text === '' ? undefined : Number(text);
}

function isNothing(value: number, noData: number | undefined): boolean {
  if (noData === undefined) return !Number.isFinite(value);
  return value === noData || !Number.isFinite(value) || value === Number(noData.toPrecision(SINGLE_DIGITS));
}

/** The corner of the first cell: values stand for cells, or at points in the middle of them. */
function placeOf(fields: Fields): Pick<Coverage, 'west' | 'north' | 'cellWidth' | 'cellHeight'> {
  const scale = fields.numbers(TAG.pixelScale);
  const [column = 0, row = 0, , x = 0, y = 0] = fields.numbers(TAG.tiepoint);
  const matrix = fields.numbers(TAG.transformation);
  const isPoint = geoKeysOf(fields).get(GEO_KEY.raster) === RASTER.point;
  if (scale.length >= 2 && fields.numbers(TAG.tiepoint).length >= 6) {
    const [cellWidth = 0, cellHeight = 0] = scale;
    const shift = isPoint ? 0.5 : 0;
    return {
      west: tidy(x - (column + shift) * cellWidth),
      north: tidy(y + (row + shift) * cellHeight),
      cellWidth,
      cellHeight,
    };
  }
  const [a = 0, b = 0, , west = 0, c = 0, d = 0, , north = 0] = matrix;
  if (matrix.length === 16 && b === 0 && c === 0 && d < 0) {
    const shift = isPoint ? 0.5 : 0;
    return { west: west - shift * a, north: north - shift * d, cellWidth: a, cellHeight: -d };
  }
  throw unreadable('its place on the earth is missing, or its cells are turned');
}

function tidy(number: number): number {
  return Number(number.toPrecision(15));
}

/** Keys with their values, as far as these are short numbers. */
function geoKeysOf(fields: Fields): ReadonlyMap<number, number> {
  const numbers = fields.numbers(TAG.geoKeys);
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < numbers.length; at += 4)
    if (numbers[at + 1] === 0) keys.set(numbers[at]!, numbers[at + 3]!);
  return keys;
}

/** Numbers from 32767 on stand for systems of the file's own. */
const OWN_SYSTEM = 32_767;

function systemOf(fields: Fields): Pick<Coverage, 'system' | 'isGeographic'> {
  const keys = geoKeysOf(fields);
  const isGeographic = keys.get(GEO_KEY.model) === MODEL.geographic;
  const code = keys.get(isGeographic ? GEO_KEY.geographic : GEO_KEY.projected);
  if (!keys.has(GEO_KEY.model)) return {};
  return { isGeographic, ...(code !== undefined && code > 0 && code < OWN_SYSTEM && { system: code }) };
}

function unreadable(why: string): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The GeoTIFF cannot be read as a grid: ${why}. Save it as a GeoTIFF with one value in each cell.`,
  });
}
