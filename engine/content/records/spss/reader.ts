import { ConversionError } from '../../../contract/errors.ts';
import { concatBytes, latin1Of, viewOf } from '../../../io/bytes.ts';
import { inflate } from '../../../io/compression.ts';
import { corrupt, createValueBudget, truncated } from '../errors.ts';
import { DataObject, DataTime, type DataScalar, type DataSource } from '../model.ts';
import { numberValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { readDictionary, type Dictionary, type Variable } from './dictionary.ts';

/** Seconds from the first day of the Gregorian calendar, 14 October 1582, to 1970. */
const EPOCH_SECONDS = 12_219_379_200;
const DAY_SECONDS = 86_400;
/** The number that stands for no value: the lowest double (PSPP Developers Guide, A.1). */
const NO_VALUE = -Number.MAX_VALUE;
const UNIT = 8;
const CASES_BETWEEN_SIGNALS = 4096;

/**
 * Data of SPSS (.sav, .zsav), a case a row. A variable whose values have labels is followed by a column of these; dates
 * and times are told from numbers by how the file shows them.
 */
export function readSpss(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const dictionary = readDictionary(bytes);
  const { variables, units } = dictionary;
  tellDropped(dictionary, context);
  const data = unitsOf(bytes, dictionary, context);
  const count = Math.floor(data.byteLength / (UNIT * units));
  if (dictionary.cases !== undefined && count < dictionary.cases)
    throw truncated(`${count} of ${dictionary.cases} cases are there`, { cases: count });
  const columns = variables.flatMap((variable) => (isLabelled(variable) ? [variable, undefined] : [variable]));
  const header = columns.map((variable, index) => variable?.name ?? `${columns[index - 1]!.name}_label`);
  const names = uniqueColumnNames(header);
  return {
    isList: true,
    isTable: true,
    columns: names,
    header,
    countRows: () => dictionary.cases ?? count,
    *rows() {
      const budget = createValueBudget(context.limits);
      for (let row = 0; row < (dictionary.cases ?? count); row++) {
        if (row % CASES_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
        budget.take(names.length);
        const cells = data.subarray(row * units * UNIT, (row + 1) * units * UNIT);
        yield new DataObject(
          names,
          variables.flatMap((variable) => valuesOf(cells, variable, dictionary)),
        );
      }
    },
  };
}

function isLabelled({ labels }: Variable): boolean {
  return labels.size > 0;
}

function tellDropped({ variables, hasLongLabels }: Dictionary, context: ReadRequest['context']): void {
  const described = variables.filter(({ isDescribed }) => isDescribed).length;
  const missing = variables.filter(({ hasMissing }) => hasMissing).length;
  if (described + missing === 0 && !hasLongLabels) return;
  const parts = [
    ...(described > 0 ? [`descriptions of ${described} variables`] : []),
    ...(hasLongLabels ? ['labels of long texts'] : []),
    ...(missing > 0 ? [`which values of ${missing} variables count as missing`] : []),
  ];
  context.warn({
    code: 'feature_dropped',
    message: `A table has no place for some of what SPSS says of its variables, which is left out: ${parts.join(', and ')}. The values are kept.`,
    details: { described, missing },
  });
}

/** The cases as units of eight bytes, one behind the other. */
function unitsOf(bytes: Uint8Array, dictionary: Dictionary, context: ReadRequest['context']): Uint8Array {
  const body = bytes.subarray(dictionary.end);
  const most = dictionary.cases === undefined ? Infinity : dictionary.cases * dictionary.units;
  if (dictionary.compression === 0) return body;
  if (dictionary.compression === 1) return expanded(body, dictionary, most, context);
  if (dictionary.compression === 2) return expanded(inflated(bytes, dictionary, context), dictionary, most, context);
  throw corrupt(`its cases are packed in the unknown way ${dictionary.compression}`);
}

/** Codes of the bytes before eight units: what is not a small number. */
const [PADDING, END, RAW, BLANKS, NOTHING] = [0, 252, 253, 254, 255];

/** Small integers and blanks take a byte each; eight such bytes stand before what they stand for. */
function expanded(
  body: Uint8Array,
  { bias, isLittle }: Dictionary,
  most: number,
  { limits }: ReadRequest['context'],
): Uint8Array {
  // A byte becomes eight at most.
  const allowed = Math.min(most * UNIT, body.byteLength * UNIT, limits.expandedBytes + UNIT);
  const out = new Uint8Array(allowed);
  const view = viewOf(out);
  const blanks = new Uint8Array(UNIT).fill(0x20);
  let [from, to] = [0, 0];
  while (from + UNIT <= body.byteLength && to < allowed) {
    const codes = body.subarray(from, from + UNIT);
    from += UNIT;
    for (const code of codes) {
      if (code === PADDING) continue;
      if (code === END || to >= allowed) return out.subarray(0, to);
      if (code === RAW) {
        if (from + UNIT > body.byteLength) return out.subarray(0, to);
        out.set(body.subarray(from, from + UNIT), to);
        from += UNIT;
      } else if (code === BLANKS) out.set(blanks, to);
      else view.setFloat64(to, code === NOTHING ? NO_VALUE : code - bias, isLittle);
      to += UNIT;
    }
  }
  return out.subarray(0, to);
}

/** The blocks of a .zsav file, each packed for itself; a trailer says where they lie. */
function inflated(bytes: Uint8Array, { end, isLittle }: Dictionary, { limits }: ReadRequest['context']): Uint8Array {
  const view = viewOf(bytes);
  if (end + 24 > bytes.byteLength) throw truncated('its cases are missing');
  const trailer = Number(view.getBigInt64(end + 8, isLittle));
  if (trailer < end || trailer + 24 > bytes.byteLength) throw truncated('the list of its blocks is missing');
  const count = view.getInt32(trailer + 20, isLittle);
  if (count < 0 || trailer + 24 + 24 * count > bytes.byteLength) throw truncated('the list of its blocks is cut off');
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let index = 0; index < count; index++) {
    const at = trailer + 24 + 24 * index;
    const offset = Number(view.getBigInt64(at + 8, isLittle));
    const [size, packed] = [view.getInt32(at + 16, isLittle), view.getInt32(at + 20, isLittle)];
    if (offset < end || size < 0 || packed < 0 || offset + packed > trailer)
      throw corrupt('a block lies outside of the file');
    total += size;
    if (total > limits.expandedBytes)
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The cases take more than ${limits.expandedBytes} bytes. Split the file first.`,
        details: { limit: 'expandedBytes', allowed: limits.expandedBytes },
      });
    parts.push(inflatedBlock(bytes.subarray(offset, offset + packed), size));
  }
  return concatBytes(parts);
}

function inflatedBlock(packed: Uint8Array, size: number): Uint8Array {
  try {
    const block = inflate(packed, { maxOutputLength: size + 1 });
    if (block.byteLength === size) return block;
  } catch (error) {
    throw corrupt('a block cannot be expanded', {}, error);
  }
  throw corrupt('a block is not as long as it says');
}

function valuesOf(cells: Uint8Array, variable: Variable, dictionary: Dictionary): DataScalar[] {
  const { labels, width, at, display } = variable;
  if (width > 0) {
    const text = textOf(cells, variable, dictionary);
    if (!isLabelled(variable)) return [text];
    const short = latin1Of(cells, at * UNIT, at * UNIT + Math.min(width, UNIT)).replace(/[ \0]+$/, '');
    return [text, labels.get(short) ?? null];
  }
  const number = viewOf(cells).getFloat64(at * UNIT, dictionary.isLittle);
  const value = number === NO_VALUE ? null : scalarOf(number, display);
  return isLabelled(variable) ? [value, labels.get(number) ?? null] : [value];
}

function textOf(cells: Uint8Array, { parts, width }: Variable, { decode }: Dictionary): string | null {
  const bytes = new Uint8Array(width);
  let to = 0;
  for (const { at, bytes: size } of parts) {
    const part = cells.subarray(at * UNIT, at * UNIT + Math.min(size, width - to));
    bytes.set(part, to);
    to += part.byteLength;
  }
  const text = decode(bytes).replace(/[ \0]+$/, '');
  return text === '' ? null : text;
}

function scalarOf(number: number, display: Variable['display']): DataScalar {
  if (!Number.isFinite(number) || display === 'number') return numberValue(number);
  if (display === 'time')
    return number >= 0 && number < DAY_SECONDS ? new DataTime('time', clockOf(number)) : numberValue(number);
  const seconds = number - EPOCH_SECONDS;
  const date = new Date(Math.floor(seconds) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    return numberValue(number);
  const day = date.toISOString().slice(0, 10);
  const clock = ((number % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  return display === 'date' ? new DataTime('date', day) : new DataTime('local', `${day}T${clockOf(clock)}`);
}

function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const part = (seconds - whole).toFixed(3).slice(2).replace(/0+$/, '');
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((each) => String(each).padStart(2, '0'))
    .join(':');
  return part === '' ? clock : `${clock}.${part}`;
}
