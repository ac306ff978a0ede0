import { concatBytes, viewOf } from '../../../io/bytes.ts';

interface LotusRecord {
  readonly type: number;
  readonly data: Uint8Array;
}

function* recordsOf(bytes: Uint8Array): Generator<LotusRecord> {
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.byteLength;) {
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), bytes.byteLength);
    yield { type: view.getUint16(at, true), data: bytes.subarray(at + 4, end) };
    at = end;
  }
}

/** Types of records of Lotus 1-2-3 from version 3 on, and of Quattro Pro for Windows: a label, the text of a formula. */
const LOTUS_3 = { label: 0x16, textResult: 0x1a } as const;
const QUATTRO = { label: 0x0f, textResult: 0x33 } as const;
const LOTUS_3_BEGIN = [0x00, 0x00, 0x1a, 0x00] as const;
/** A text is behind its cell's place; a label has a sign before it that says how it is aligned. */
const PLACE_BYTES = 4;
const LEFT_ALIGNED = 0x27;

/** The texts that formulas give as labels: the library passes over them, and takes the formulas for zero or nothing. */
export function withTextResults(bytes: Uint8Array): Uint8Array {
  if (LOTUS_3_BEGIN.every((byte, index) => bytes[index] === byte)) {
    return mapRecords(bytes, ({ type, data }) =>
      type === LOTUS_3.textResult ? { type: LOTUS_3.label, data: leftAligned(data) } : { type, data },
    );
  }
  if (!isQuattro(bytes)) return bytes;
  return mapRecords(bytes, ({ type, data }) => ({ type: type === QUATTRO.textResult ? QUATTRO.label : type, data }));
}

function mapRecords(bytes: Uint8Array, map: (record: LotusRecord) => LotusRecord): Uint8Array {
  const parts = [...recordsOf(bytes)].map(map).flatMap(({ type, data }) => {
    return [Uint8Array.of(type & 255, type >> 8, data.byteLength & 255, data.byteLength >> 8), data];
  });
  return concatBytes(parts);
}

function leftAligned(text: Uint8Array): Uint8Array {
  return concatBytes([text.subarray(0, PLACE_BYTES), Uint8Array.of(LEFT_ALIGNED), text.subarray(PLACE_BYTES)]);
}

const VERSIONS = { first: 0x1000, behind: 0x2000 } as const;

function isQuattro(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  if (view.byteLength < 6 || view.getUint32(0, true) !== 0x20000) return false;
  const version = view.getUint16(4, true);
  return version >= VERSIONS.first && version < VERSIONS.behind;
}

/** How a cell of Quattro Pro shows its number. */
interface ShownCell {
  /** The number of its sheet among those that have cells, and the first. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** As Excel spells it. */
  readonly code: string;
}

/** Types of records of Quattro Pro for Windows: a style of cells, and cells with numbers. */
const STYLE = 0xce;
const CELLS: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f, 0x10]);
const CELL_BYTES = 6;
/** From this bit on a cell says which style it has, counted from 1. */
const STYLE_SHIFT = 3;

/** The formats of the cells of a workbook of Quattro Pro for Windows: of these the library knows the values alone. */
export function* quattroFormats(bytes: Uint8Array): Generator<ShownCell> {
  if (!isQuattro(bytes)) return;
  const styles: number[] = [];
  const sheets = [0];
  for (const { type, data } of recordsOf(bytes)) {
    if (type === STYLE) styles.push(data[0] ?? 0);
    if (!CELLS.has(type) || data.byteLength < CELL_BYTES) continue;
    const [column, sheet] = [data[0]!, data[1]!];
    if (sheet > sheets.at(-1)!) sheets.push(sheet);
    const cell = viewOf(data);
    const code = codeOf(styles[(cell.getUint16(4, true) >> STYLE_SHIFT) - 1] ?? 0);
    if (code !== undefined) yield { sheet: sheets.indexOf(sheet), row: cell.getUint16(2, true), column, code };
  }
}

/** By the lower half of a style's first byte, where the upper one is zero. */
const DATES: Readonly<Record<number, string>> = {
  0x5: 'd-mmm-yy',
  0x6: 'd-mmm',
  0x7: 'mmm-yy',
  0x8: 'm/d/yy',
  0x9: 'm/d',
  0xa: 'h:mm:ss AM/PM',
  0xb: 'h:mm AM/PM',
  0xc: 'h:mm:ss',
  0xd: 'h:mm',
};

/** By the upper half; the lower one is how many decimals they have. */
const NUMBERS: Readonly<Record<number, (decimals: string) => string>> = {
  1: (decimals) => `0${decimals}`,
  2: (decimals) => `0${decimals}E+00`,
  3: (decimals) => `$#,##0${decimals}`,
  4: (decimals) => `0${decimals}%`,
  5: (decimals) => `#,##0${decimals}`,
};

function codeOf(style: number): string | undefined {
  const [kind, detail] = [(style >> 4) & 7, style & 15];
  if (kind === 0) return DATES[detail];
  return NUMBERS[kind]?.(detail === 0 ? '' : `.${'0'.repeat(detail)}`);
}
