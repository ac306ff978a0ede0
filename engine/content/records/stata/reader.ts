import { ConversionError } from '../../../contract/errors.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corrupt, createValueBudget, truncated } from '../errors.ts';
import { DataObject, DataTime, ExactNumber, type DataScalar, type DataSource } from '../model.ts';
import { shortestSingle } from '../npy/types.ts';
import { numberValue, trimFraction } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { readDictionary, type Dictionary, type Variable } from './dictionary.ts';
import { untilNul } from './parts.ts';

/** Milliseconds from 1960, where Stata counts from, to 1970. */
const EPOCH_MS = Date.UTC(1960, 0, 1);
const DAY_MS = 86_400_000;
const ROWS_BETWEEN_SIGNALS = 4096;
/** The number of a label for the first of the 27 kinds of missing values. */
const MISSING_LABEL = 2_147_483_621;
const TEXT_KIND = 130;

/**
 * Data of Stata (.dta), an observation a row. A variable whose values have labels is followed by a column of these; dates
 * and times are told from numbers by how the file shows them; missing values of all kinds are null.
 */
export function readStata(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const dictionary = readDictionary(bytes, tellOnce(context));
  const { variables, rows, rowBytes, dataAt } = dictionary;
  tellDropped(dictionary, context);
  const texts = longTexts(bytes, dictionary);
  const columns = variables.map((variable) => ({ variable, labels: dictionary.labels.get(variable.labels) }));
  const header = columns.flatMap(({ variable: { name }, labels }) => (labels ? [name, `${name}_label`] : [name]));
  const names = uniqueColumnNames(header);
  return {
    isList: true,
    isTable: true,
    columns: names,
    header,
    countRows: () => rows,
    *rows() {
      const budget = createValueBudget(context.limits);
      let longBytes = 0;
      for (let row = 0; row < rows; row++) {
        if (row % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
        budget.take(names.length);
        const cells = bytes.subarray(dataAt + row * rowBytes, dataAt + (row + 1) * rowBytes);
        const values = columns.flatMap(({ variable, labels }) => {
          const { value, code } = cellOf(cells, variable, dictionary, texts);
          if (variable.kind === 'long text' && value !== null) longBytes += (value as string | Uint8Array).length;
          return labels ? [value, labels.get(code) ?? null] : [value];
        });
        // A text stands in the file once, however many rows have it.
        if (longBytes > context.limits.expandedBytes) throw tooLong(context.limits.expandedBytes);
        yield new DataObject(names, values);
      }
    },
  };
}

function tooLong(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The long texts of all rows take more than ${allowed} characters. Split the file first.`,
    details: { limit: 'expandedBytes', allowed },
  });
}

function tellOnce(context: ReadRequest['context']): (encoding: string) => void {
  const told = new Set<string>();
  return (encoding) => {
    if (told.has(encoding)) return;
    told.add(encoding);
    const message = `The file does not say how its texts are encoded; they were read as ${encoding}.`;
    context.warn({ code: 'encoding_assumed', message, details: { encoding } });
  };
}

function tellDropped({ variables }: Dictionary, context: ReadRequest['context']): void {
  const described = variables.filter(({ isDescribed }) => isDescribed).length;
  if (described === 0) return;
  context.warn({
    code: 'feature_dropped',
    message: `A table has no place for some of what Stata says of its variables, which is left out: descriptions of ${described} variables. The values are kept.`,
    details: { described },
  });
}

interface Cell {
  readonly value: DataScalar;
  /** By which number a label is found. */
  readonly code: number;
}

function cellOf(
  cells: Uint8Array,
  { kind, at, bytes, format }: Variable,
  { isLittle, decode, release }: Dictionary,
  texts: ReadonlyMap<string, DataScalar>,
): Cell {
  if (kind === 'text') {
    const text = decode(untilNul(cells.subarray(at, at + bytes)));
    return { value: text === '' ? null : text, code: NaN };
  }
  if (kind === 'long text') {
    const key = referenceAt(cells.subarray(at, at + bytes), release, isLittle);
    if (key === '0 0') return { value: null, code: NaN };
    const text = texts.get(key);
    if (text === undefined) throw corrupt('a long text of a row is missing');
    return { value: text, code: NaN };
  }
  const { number, missing } = numberAt(viewOf(cells), { kind, at, isLittle });
  if (missing >= 0) return { value: null, code: MISSING_LABEL + missing };
  const time = timeOf(number, format);
  if (time) return { value: time, code: number };
  const value = kind === 'float' ? shortestSingle(number) : numberValue(number);
  return { value, code: number };
}

/** The number of a cell, and which of the 27 kinds of missing values it stands for; -1 for none. */
function numberAt(
  view: DataView,
  { kind, at, isLittle }: Pick<Variable, 'kind' | 'at'> & { readonly isLittle: boolean },
): { readonly number: number; readonly missing: number } {
  if (kind === 'float') {
    const bits = view.getInt32(at, isLittle);
    return {
      number: view.getFloat32(at, isLittle),
      missing: bits >= 0x7f_00_00_00 ? (bits - 0x7f_00_00_00) >> 11 : -1,
    };
  }
  if (kind === 'double') {
    const high = view.getInt32(isLittle ? at + 4 : at, isLittle);
    return {
      number: view.getFloat64(at, isLittle),
      missing: high >= 0x7f_e0_00_00 ? (high - 0x7f_e0_00_00) >> 8 : -1,
    };
  }
  if (kind === 'byte') return integer(view.getInt8(at), 101);
  if (kind === 'int') return integer(view.getInt16(at, isLittle), 32_741);
  return integer(view.getInt32(at, isLittle), MISSING_LABEL);
}

function integer(number: number, firstMissing: number): { readonly number: number; readonly missing: number } {
  return { number, missing: number >= firstMissing ? number - firstMissing : -1 };
}

/** A date or time by its format; undefined for what is shown as a number. */
function timeOf(number: number, format: string): DataScalar | undefined {
  const [, day, unit] = /^%-?(?:(d)|t([a-zA-Z]))/.exec(format) ?? [];
  if (day !== undefined || unit === 'd') return momentOf(number * DAY_MS)?.day;
  if (unit === 'c') return momentOf(number)?.moment;
  const perYear = { w: 52, m: 12, q: 4, h: 2 }[unit ?? ''];
  if (perYear === undefined || !Number.isInteger(number))
    return unit === 'y' ? new ExactNumber(String(number)) : undefined;
  // As Stata shows them: no day stands for a week or a month.
  const year = 1960 + Math.floor(number / perYear);
  return `${year}${unit}${number - (year - 1960) * perYear + 1}`;
}

function momentOf(ms: number): { readonly day: DataScalar | undefined; readonly moment: DataScalar } | undefined {
  const date = new Date(EPOCH_MS + ms);
  const year = date.getUTCFullYear();
  if (!Number.isInteger(ms) || Number.isNaN(year) || year < 1 || year > 9999) return undefined;
  const text = trimFraction(date.toISOString().slice(0, -1));
  return {
    day: ms % DAY_MS === 0 ? new DataTime('date', text.slice(0, 10)) : undefined,
    moment: new DataTime('local', text),
  };
}

/** Which variable and observation a long text belongs to: how many bytes each takes depends on the release. */
function referenceAt(cell: Uint8Array, release: number, isLittle: boolean): string {
  const variableBytes = { 117: 4, 118: 2 }[release] ?? 3;
  const unsigned = (bytes: Uint8Array): number =>
    (isLittle ? [...bytes].reverse() : [...bytes]).reduce((sum, byte) => sum * 256 + byte, 0);
  return `${unsigned(cell.subarray(0, variableBytes))} ${unsigned(cell.subarray(variableBytes))}`;
}

/** Texts that stand behind the rows, each once however many rows have it. Binary ones are bytes. */
function longTexts(
  bytes: Uint8Array,
  { textsAt, release, isLittle, decode }: Dictionary,
): ReadonlyMap<string, DataScalar> {
  const texts = new Map<string, DataScalar>();
  if (textsAt === undefined) return texts;
  const view = viewOf(bytes);
  const observationBytes = release === 117 ? 4 : 8;
  const headBytes = 3 + 4 + observationBytes + 1 + 4;
  let at = textsAt;
  while (latin1Of(bytes, at, at + 3) === 'GSO') {
    if (at + headBytes > bytes.byteLength) throw truncated('a long text is missing');
    const variable = view.getUint32(at + 3, isLittle);
    const row = release === 117 ? view.getUint32(at + 7, isLittle) : Number(view.getBigUint64(at + 7, isLittle));
    const kind = bytes[at + 7 + observationBytes]!;
    const length = view.getUint32(at + headBytes - 4, isLittle);
    const start = at + headBytes;
    if (start + length > bytes.byteLength) throw truncated('a long text is cut off');
    const content = bytes.subarray(start, start + length);
    texts.set(`${variable} ${row}`, kind === TEXT_KIND ? decode(untilNul(content)) : content);
    at = start + length;
  }
  return texts;
}
