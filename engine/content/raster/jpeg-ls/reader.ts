import { viewOf } from '../../../io/bytes.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { UnknownKind } from '../plain-image.ts';
import { BitReader } from './bits.ts';
import { codingParameters, type PresetParameters } from './parameters.ts';
import { ScanDecoder } from './scan.ts';

/** JPEG-LS (ITU-T T.87): samples of two to sixteen bits, without loss or with a bound to each difference. */
export interface JpegLsHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly components: readonly number[];
}

/** Samples of an image, component by component, as they are stored. */
export interface JpegLsSamples extends JpegLsHeader {
  readonly greatest: number;
  readonly planes: readonly Uint16Array[];
}

const MARKER = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  restartInterval: 0xdd,
  frame: 0xf7,
  presets: 0xf8,
  hewlettPackard: 0xe8,
} as const;
const INTERLEAVE = { none: 0, line: 1, sample: 2 } as const;
const RESTARTS = 8;

interface Segments {
  header?: JpegLsHeader;
  preset?: PresetParameters;
  /** Lines between markers that start again; 0 for none. */
  restartLines: number;
  /** What the encoder of Hewlett-Packard did to the colours. */
  transform: number;
}

/** The frame header alone. Throws a RangeError for what is no JPEG-LS. */
export function readJpegLsHeader(file: Uint8Array): JpegLsHeader {
  const segments: Segments = { restartLines: 0, transform: 0 };
  readSegments(file, 2, segments);
  return headerOf(segments);
}

/** All samples. Throws a RangeError for damage, `UnknownKind` for components of several sizes and for palettes. */
export function readJpegLs(file: Uint8Array): JpegLsSamples {
  const segments: Segments = { restartLines: 0, transform: 0 };
  let at = readSegments(file, 2, segments);
  const header = headerOf(segments);
  const { width, height, bits, components } = header;
  const planes = components.map(() => new Uint16Array(width * height));
  let missing = components.length;
  let greatest = 2 ** bits - 1;
  while (missing > 0) {
    const scan = scanAt(file, at, components);
    const parameters = codingParameters(bits, scan.near, segments.preset);
    greatest = parameters.greatest;
    const chosen = scan.components.map((id) => planes[components.indexOf(id)]!);
    at = decodeScan(file, { ...scan, restartLines: segments.restartLines }, { header, parameters, planes: chosen });
    missing -= chosen.length;
    if (missing > 0) at = readSegments(file, at, segments);
  }
  // The transforms count modulo 2 to the 8 or 16.
  if (segments.transform > 0 && bits !== 8 && bits !== 16) throw new UnknownKind('Unknown colours.');
  if (segments.transform > 0) restoreColours(planes, segments.transform, greatest + 1);
  return { ...header, greatest, planes };
}

/** Pixels of eight bits, of grey or of red, green and blue; a fourth component is opacity. */
export function decodeJpegLs(file: Uint8Array): RgbaImage {
  const { width, height, planes, greatest } = readJpegLs(file);
  const data = new Uint8Array(width * height * 4).fill(255);
  const scale = 255 / greatest;
  for (let channel = 0; channel < 4; channel++) {
    const plane = planes.length < 3 ? (channel < 3 ? planes[0] : planes[1]) : planes[channel];
    if (!plane) continue;
    for (let pixel = 0; pixel < plane.length; pixel++) data[pixel * 4 + channel] = Math.round(plane[pixel]! * scale);
  }
  return { width, height, data };
}

function headerOf({ header }: Segments): JpegLsHeader {
  if (!header) throw new RangeError('There is no frame of JPEG-LS.');
  return header;
}

/** Reads segments up to a scan, and returns where that begins. */
function readSegments(file: Uint8Array, start: number, into: Segments): number {
  const view = viewOf(file);
  let at = start;
  for (;;) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at++;
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined || marker === MARKER.end) throw new RangeError('A scan is missing.');
    if (marker === MARKER.scan) return at;
    const size = view.getUint16(at + 2);
    const end = at + 2 + size;
    if (size < 2 || end > file.byteLength) throw new RangeError('A segment ends early.');
    const body = new DataView(file.buffer, file.byteOffset + at + 4, size - 2);
    if (marker === MARKER.frame) into.header = frameOf(body);
    else if (marker === MARKER.presets) readPresets(body, into);
    else if (marker === MARKER.restartInterval)
      into.restartLines = body.byteLength === 2 ? body.getUint16(0) : body.getUint32(body.byteLength - 4);
    else if (marker === MARKER.hewlettPackard && body.byteLength >= 5 && body.getUint32(0) === 0x6d_72_66_78)
      into.transform = body.getUint8(4);
    at = end;
  }
}

function frameOf(body: DataView): JpegLsHeader {
  const count = body.getUint8(5);
  const [bits, height, width] = [body.getUint8(0), body.getUint16(1), body.getUint16(3)];
  if (bits < 2 || bits > 16 || width === 0 || height === 0 || count === 0) throw new RangeError('Wrong frame.');
  if (count > 4) throw new UnknownKind('JPEG-LS of more than four components is not read here.');
  const components = Array.from({ length: count }, (_, index) => {
    // Each has the same resolution, by whatever factor that is written.
    if (body.getUint8(7 + 3 * index) !== body.getUint8(7)) throw new UnknownKind('Components of several sizes.');
    return body.getUint8(6 + 3 * index);
  });
  return { width, height, bits, components };
}

function readPresets(body: DataView, into: Segments): void {
  const kind = body.getUint8(0);
  if (kind === 2 || kind === 3) throw new UnknownKind('JPEG-LS with a palette is not read here.');
  if (kind !== 1) return;
  const [greatest, first, second, third, reset] = [1, 3, 5, 7, 9].map((at) => body.getUint16(at)) as [
    ...[number, number, number, number, number],
  ];
  into.preset = { greatest, thresholds: [first, second, third], reset };
}

interface Scan {
  readonly components: readonly number[];
  readonly near: number;
  readonly interleave: number;
  readonly dataAt: number;
}

function scanAt(file: Uint8Array, at: number, known: readonly number[]): Scan {
  const view = viewOf(file);
  const size = view.getUint16(at + 2);
  const count = view.getUint8(at + 4);
  if (size !== 6 + 2 * count || count === 0) throw new RangeError('Wrong scan.');
  const components = Array.from({ length: count }, (_, index) => view.getUint8(at + 5 + 2 * index));
  if (components.some((id) => !known.includes(id))) throw new RangeError('A scan of an unknown component.');
  const [near, interleave, shift] = [0, 1, 2].map((field) => view.getUint8(at + 5 + 2 * count + field)) as [
    ...[number, number, number],
  ];
  if (interleave > INTERLEAVE.sample || (interleave === INTERLEAVE.none && count > 1) || shift !== 0)
    throw new RangeError('Wrong scan.');
  return { components, near, interleave, dataAt: at + 2 + size };
}

function decodeScan(
  file: Uint8Array,
  { dataAt, interleave, restartLines }: Scan & { readonly restartLines: number },
  {
    header: { width, height },
    parameters,
    planes,
  }: {
    readonly header: JpegLsHeader;
    readonly parameters: ReturnType<typeof codingParameters>;
    readonly planes: readonly Uint16Array[];
  },
): number {
  let bits = new BitReader(file, dataAt);
  let decoder = new ScanDecoder(bits, parameters, width, planes.length);
  for (let y = 0; y < height; y++) {
    if (restartLines > 0 && y > 0 && y % restartLines === 0) {
      const marker = bits.end();
      if (file[marker + 1] !== 0xd0 + ((y / restartLines - 1) % RESTARTS))
        throw new RangeError('A restart is missing.');
      bits = new BitReader(file, marker + 2);
      decoder = new ScanDecoder(bits, parameters, width, planes.length);
    }
    const lines = decoder.nextLine(interleave === INTERLEAVE.sample);
    for (const [index, line] of lines.entries()) planes[index]!.set(line.subarray(1, width + 1), y * width);
  }
  return bits.end();
}

/** Colours of Hewlett-Packard's encoder, modulo `range`. */
function restoreColours(planes: readonly Uint16Array[], transform: number, range: number): void {
  const [first, second, third] = planes;
  if (!first || !second || !third || transform > 3) throw new UnknownKind('Unknown colours.');
  const half = range / 2;
  const wrap = (value: number): number => ((value % range) + range) % range;
  for (let at = 0; at < first.length; at++) {
    const [a, b, c] = [first[at]!, second[at]!, third[at]!];
    if (transform === 1) {
      first[at] = wrap(a + b - half);
      third[at] = wrap(c + b - half);
    } else if (transform === 2) {
      const red = wrap(a + b - half);
      first[at] = red;
      third[at] = wrap(c + ((red + b) >> 1) - half);
    } else {
      const green = wrap(a - ((c + b) >> 2) + range / 4);
      first[at] = wrap(c + green - half);
      second[at] = green;
      third[at] = wrap(b + green - half);
    }
  }
}
