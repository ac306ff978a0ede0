import { largestFactors, type JpegCoefficients, type JpegComponent } from './coefficients.ts';
import type { HuffmanEncoder } from './huffman-encoder.ts';
import type { Band } from './scan-decoder.ts';
import { ScanEncoder } from './scan-encoder.ts';
import { MARKER, writeSegment } from './segments.ts';
import { SymbolCounter, SymbolWriter, type SymbolSink } from './symbol-sinks.ts';
import { BLOCK } from './zigzag.ts';

/** A way to code a picture, not carried out yet. */
export interface Coding {
  /** Size of what `write` gives, but for the zeros that are stuffed: some parts in a thousand. */
  readonly bytes: number;
  /** The segments from the quantisation tables to the last scan. */
  readonly write: () => Uint8Array[];
}

/** One scan: its components by their place in the picture, and what it holds of them. */
interface Scan extends Band {
  readonly components: readonly number[];
}

/** A sequential file with the best Huffman tables. */
export function sequentialCoding(picture: JpegCoefficients, signal: AbortSignal): Coding {
  const components = picture.components.map((_, index) => index);
  const tableOf = (index: number): number => (index === 1 || index === 2 ? 1 : 0);
  const scan = { components, start: 0, end: BLOCK - 1, high: 0, low: 0 };
  const isExtended = picture.components.some(({ quantisation }) => isWide(quantisation));
  const coding = codingOfScan(
    picture,
    scan,
    (encoder) => ({
      read: (component, block, index) =>
        encoder.sequential(component, block, index, tableOf(index), AC_TABLES + tableOf(index)),
      fill: (index) => encoder.sequentialFiller(tableOf(index), AC_TABLES + tableOf(index)),
    }),
    (index) => (tableOf(index) << 4) | tableOf(index),
    signal,
  );
  return codingOfFrame(picture, isExtended ? MARKER.sof1 : MARKER.sof0, [coding]);
}

/** A progressive file with the best Huffman tables. */
export function progressiveCoding(picture: JpegCoefficients, signal: AbortSignal): Coding {
  const scans = progression(picture.components).map((scan) => {
    const tableOf = (index: number): number => (scan.components[index] === 0 ? 0 : 1);
    return codingOfScan(
      picture,
      scan,
      (encoder) => progressiveCoder(encoder, scan, tableOf),
      (index) => (scan.start === 0 ? tableOf(index) << 4 : 0),
      signal,
    );
  });
  return codingOfFrame(picture, MARKER.sof2, scans);
}

/** The first table for AC among those of a `SymbolSink`; a scan of AC alone uses table 0. */
const AC_TABLES = 2;

/**
 * The usual progression: colour early and coarsely, then the low frequencies of the first component, then the rest,
 * and the lowest bit of everything last. It is the one of libjpeg's `jpeg_simple_progression`.
 */
function progression(components: readonly JpegComponent[]): Scan[] {
  const all = components.map((_, index) => index);
  const ac = (component: number, start: number, end: number, high: number, low: number): Scan => ({
    components: [component],
    start,
    end,
    high,
    low,
  });
  const dcFirst = { components: all, start: 0, end: 0, high: 0, low: 1 };
  const dcLast = { components: all, start: 0, end: 0, high: 1, low: 0 };
  if (components.length === 3) {
    return [
      dcFirst,
      ac(0, 1, 5, 0, 2),
      ac(2, 1, 63, 0, 1),
      ac(1, 1, 63, 0, 1),
      ac(0, 6, 63, 0, 2),
      ac(0, 1, 63, 2, 1),
      dcLast,
      ac(2, 1, 63, 1, 0),
      ac(1, 1, 63, 1, 0),
      ac(0, 1, 63, 1, 0),
    ];
  }
  return [
    dcFirst,
    ...all.map((index) => ac(index, 1, 5, 0, 2)),
    ...all.map((index) => ac(index, 6, 63, 0, 2)),
    ...all.map((index) => ac(index, 1, 63, 2, 1)),
    dcLast,
    ...all.map((index) => ac(index, 1, 63, 1, 0)),
  ];
}

/** What is done with each block of a scan, and with each that only fills up. */
interface BlockCoder {
  readonly read: ReadBlock;
  readonly fill: FillBlock;
}

type ReadBlock = (component: JpegComponent, block: number, index: number) => void;
type FillBlock = (index: number) => void;

function progressiveCoder(encoder: ScanEncoder, { start, high }: Scan, tableOf: (index: number) => number): BlockCoder {
  const fill: FillBlock = (index) => (high === 0 ? encoder.dcFirstFiller(tableOf(index)) : encoder.dcRefineFiller());
  if (start > 0) {
    const read: ReadBlock =
      high === 0
        ? (component, block) => encoder.acFirst(component, block)
        : (component, block) => encoder.acRefine(component, block);
    return { read, fill };
  }
  const read: ReadBlock =
    high === 0
      ? (component, block, index) => encoder.dcFirst(component, block, index, tableOf(index))
      : (component, block) => encoder.dcRefine(component, block);
  return { read, fill };
}

/** Calls `read` for each block in the order of a scan, and `fill` for each that only fills up an MCU. T.81, A.2. */
function eachBlock(
  { width, height, components }: JpegCoefficients,
  scanned: readonly number[],
  { read, fill }: BlockCoder,
  signal: AbortSignal,
): void {
  const parts = scanned.map((index) => components[index]!);
  const [first] = parts as [JpegComponent];
  if (parts.length === 1) {
    for (let row = 0; row < first.blocksHigh; row++) {
      signal.throwIfAborted();
      const start = row * first.blocksWide;
      for (let block = start; block < start + first.blocksWide; block++) read(first, block, 0);
    }
    return;
  }
  const { h: largestH, v: largestV } = largestFactors(components);
  const across = Math.ceil(width / (8 * largestH));
  const down = Math.ceil(height / (8 * largestV));
  for (let row = 0; row < down; row++) {
    signal.throwIfAborted();
    for (let column = 0; column < across; column++) {
      for (const [index, part] of parts.entries()) {
        const { h, v, blocksWide, blocksHigh } = part;
        for (let y = row * v; y < (row + 1) * v; y++) {
          for (let x = column * h; x < (column + 1) * h; x++) {
            if (x < blocksWide && y < blocksHigh) read(part, y * blocksWide + x, index);
            else fill(index);
          }
        }
      }
    }
  }
}

function isWide(quantisation: Uint16Array): boolean {
  return quantisation.some((divisor) => divisor > 255);
}

function codingOfFrame(picture: JpegCoefficients, marker: number, scans: readonly Coding[]): Coding {
  const header = writeFrame(picture, marker);
  return {
    bytes: [...header.map(({ byteLength }) => byteLength), ...scans.map(({ bytes }) => bytes)].reduce((a, b) => a + b),
    write: () => [...header, ...scans.flatMap(({ write }) => write())],
  };
}

/** The quantisation tables and the header of the frame. */
function writeFrame({ width, height, components }: JpegCoefficients, marker: number): Uint8Array[] {
  const tables: Uint16Array[] = [];
  const slots = components.map(({ quantisation }) => {
    const known = tables.findIndex((table) => table.every((divisor, k) => divisor === quantisation[k]));
    return known === -1 ? tables.push(quantisation) - 1 : known;
  });
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, components.length];
  for (const [index, { id, h, v }] of components.entries()) frame.push(id, (h << 4) | v, slots[index]!);
  return [
    writeSegment(MARKER.quantisationTables, Uint8Array.from(tables.flatMap(quantisationTable))),
    writeSegment(marker, Uint8Array.from(frame)),
  ];
}

function quantisationTable(table: Uint16Array, slot: number): number[] {
  const wide = isWide(table);
  const divisors = [...table].flatMap((divisor) => (wide ? [divisor >> 8, divisor & 255] : [divisor]));
  return [(wide ? 0x10 : 0) | slot, ...divisors];
}

/**
 * Counts the symbols of a scan. `coderOf` says what each block gives, `slotsOf` which tables a component uses:
 * DC × 16 + AC.
 */
function codingOfScan(
  picture: JpegCoefficients,
  scan: Scan,
  coderOf: (encoder: ScanEncoder) => BlockCoder,
  slotsOf: (index: number) => number,
  signal: AbortSignal,
): Coding {
  const encodeInto = (sink: SymbolSink): void => {
    const encoder = new ScanEncoder(scan, scan.components.length, sink);
    eachBlock(picture, scan.components, coderOf(encoder), signal);
    encoder.finish();
  };
  const counter = new SymbolCounter();
  encodeInto(counter);
  const tables = counter.tables();
  const headers = [...writeTables(tables, scan.start > 0), writeScanHeader(picture, scan, slotsOf)];
  const dataBytes = counter.bytesWith(tables);
  return {
    bytes: headers.reduce((sum, { byteLength }) => sum + byteLength, dataBytes),
    write() {
      const writer = new SymbolWriter(tables, dataBytes);
      encodeInto(writer);
      return [...headers, writer.finish()];
    },
  };
}

function writeScanHeader({ components }: JpegCoefficients, scan: Scan, slotsOf: (index: number) => number): Uint8Array {
  const header = [scan.components.length];
  for (const [index, component] of scan.components.entries()) header.push(components[component]!.id, slotsOf(index));
  header.push(scan.start, scan.end, (scan.high << 4) | scan.low);
  return writeSegment(MARKER.startOfScan, Uint8Array.from(header));
}

/** One segment with the tables that are used; none when the scan has bits alone. */
function writeTables(tables: readonly (HuffmanEncoder | undefined)[], isAcAlone: boolean): Uint8Array[] {
  const definitions = tables.flatMap((table, index) => {
    const isAc = isAcAlone || index >= AC_TABLES;
    return table ? huffmanTable(table, (isAc ? 0x10 : 0) | (index % AC_TABLES)) : [];
  });
  return definitions.length === 0 ? [] : [writeSegment(MARKER.huffmanTables, Uint8Array.from(definitions))];
}

function huffmanTable({ counts, symbols }: HuffmanEncoder, place: number): number[] {
  return [place, ...counts, ...symbols];
}
