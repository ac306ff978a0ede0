import { largestFactors, type JpegCoefficients, type JpegComponent } from './coefficients.ts';
import type { HuffmanEncoder } from './huffman-encoder.ts';
import { bestProgression, type Scan, type Search } from './progression.ts';
import { ScanEncoder } from './scan-encoder.ts';
import { MARKER, writeSegment } from './segments.ts';
import { SymbolCounter, SymbolWriter, type SymbolSink } from './symbol-sinks.ts';
import { BLOCK } from './zigzag.ts';

/** A way to code an image, not carried out yet. */
interface Coding {
  /** Size of what `write` gives, but for the zeros that are stuffed: some parts in a thousand. */
  readonly bytes: number;
  /** The segments from the quantisation tables to the last scan. */
  readonly write: () => Uint8Array[];
}

/** A sequential file with the best Huffman tables. */
export function sequentialCoding(image: JpegCoefficients, signal: AbortSignal): Coding {
  const components = image.components.map((_, index) => index);
  const tableOf = (index: number): number => (index === 1 || index === 2 ? 1 : 0);
  const scan = { components, start: 0, end: BLOCK - 1, high: 0, low: 0 };
  const isExtended = image.components.some(({ quantisation }) => isWide(quantisation));
  const coding = codingOfScan(
    image,
    scan,
    (encoder) => ({
      read: (component, block, index) =>
        encoder.sequential(component, block, index, tableOf(index), AC_TABLES + tableOf(index)),
      fill: (index) => encoder.sequentialFiller(tableOf(index), AC_TABLES + tableOf(index)),
    }),
    (index) => (tableOf(index) << 4) | tableOf(index),
    signal,
  );
  return codingOfFrame(image, isExtended ? MARKER.sof1 : MARKER.sof0, [coding]);
}

/** A progressive file with the best Huffman tables, and of the scans that are tried with those that need fewest bytes. */
export function progressiveCoding(image: JpegCoefficients, signal: AbortSignal, search: Search = 'few'): Coding {
  const counted = new Map<string, Coding>();
  const codingOf = (scan: Scan): Coding => {
    const key = JSON.stringify(scan);
    const coding = counted.get(key) ?? progressiveScan(image, scan, signal);
    counted.set(key, coding);
    return coding;
  };
  const scans = bestProgression(image.components.length, search, (scan) => codingOf(scan).bytes);
  return codingOfFrame(image, MARKER.sof2, scans.map(codingOf));
}

function progressiveScan(image: JpegCoefficients, scan: Scan, signal: AbortSignal): Coding {
  const tableOf = (index: number): number => (scan.components[index] === 0 ? 0 : 1);
  return codingOfScan(
    image,
    scan,
    (encoder) => progressiveCoder(encoder, scan, tableOf),
    (index) => (scan.start === 0 ? tableOf(index) << 4 : 0),
    signal,
  );
}

/** The first table for AC among those of a `SymbolSink`; a scan of AC alone uses table 0. */
const AC_TABLES = 2;

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

function codingOfFrame(image: JpegCoefficients, marker: number, scans: readonly Coding[]): Coding {
  const header = writeFrame(image, marker);
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
  image: JpegCoefficients,
  scan: Scan,
  coderOf: (encoder: ScanEncoder) => BlockCoder,
  slotsOf: (index: number) => number,
  signal: AbortSignal,
): Coding {
  const encodeInto = (sink: SymbolSink): void => {
    const encoder = new ScanEncoder(scan, scan.components.length, sink);
    eachBlock(image, scan.components, coderOf(encoder), signal);
    encoder.finish();
  };
  const counter = new SymbolCounter();
  encodeInto(counter);
  const tables = counter.tables();
  const headers = [...writeTables(tables, scan.start > 0), writeScanHeader(image, scan, slotsOf)];
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
