import { latin1Of, utf8Of, viewOf } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { DataObject, type DataSource, type DataValue } from '../model.ts';
import { corrupt, truncated } from '../errors.ts';
import { fieldOf, type NpyField } from './types.ts';
import type { ReadRequest } from '../read.ts';

const MAGIC = '\x93NUMPY';
const HEADER = /^\s*\{\s*'descr':\s*(.+?),\s*'fortran_order':\s*(True|False),\s*'shape':\s*\(([\d,\sL]*)\),?\s*\}\s*$/s;
const FIELD = /\(\s*'((?:[^'\\]|\\.)*)'\s*,\s*'([^']+)'\s*(?:,\s*\(([\d,\s]*)\)\s*)?\)/g;

interface Layout {
  readonly fields: readonly (NpyField & { readonly name: string })[];
  readonly isRecord: boolean;
  readonly isColumnMajor: boolean;
  readonly shape: readonly number[];
  readonly start: number;
  readonly rowBytes: number;
}

/**
 * An array of NumPy: of one dimension a list, of more a list of lists; fields of a record array are the columns of a
 * table. Objects of Python inside (pickles) are refused, since reading them runs code.
 */
export function readNpy(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const layout = readHeader(bytes);
  checkSize(bytes, layout, context.limits);
  const [length] = layout.shape;
  if (length === undefined) return { isList: false, rows: () => [elementAt(bytes, layout, 0)] };
  return {
    isList: true,
    ...(layout.isRecord && layout.shape.length === 1 ? { isTable: true as const } : {}),
    *rows() {
      for (let row = 0; row < length; row++) yield valueAt(bytes, layout, [row]);
    },
  };
}

function readHeader(bytes: Uint8Array): Layout {
  const view = viewOf(bytes);
  const magic = latin1Of(bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.byteLength < 12) throw corrupt('it has no header of a NumPy array');
  const isOld = bytes[6] === 1;
  const headerStart = isOld ? 10 : 12;
  const size = isOld ? view.getUint16(8, true) : view.getUint32(8, true);
  const start = headerStart + size;
  if (start > bytes.byteLength) throw truncated('its header is not complete');
  const header = bytes.subarray(headerStart, start);
  const text = bytes[6] === 3 ? utf8Of(header) : latin1Of(header);
  const [, type, order, dimensions] = HEADER.exec(text) ?? [];
  if (type === undefined) throw corrupt('its header does not describe an array');
  const shape = (dimensions!.match(/\d+/g) ?? []).map(Number);
  const isRecord = type.startsWith('[');
  const fields = isRecord ? recordFields(type) : [{ name: '', ...fieldOf(unquoted(type)) }];
  const rowBytes = fields.reduce((sum, field) => sum + field.bytes, 0);
  return { fields, isRecord, isColumnMajor: order === 'True', shape, start, rowBytes };
}

function unquoted(type: string): string {
  return type.replace(/^'|'$/g, '');
}

function recordFields(type: string): Layout['fields'] {
  const fields = [...type.matchAll(FIELD)].map(([, name, descriptor, dimensions]) => {
    if (dimensions !== undefined) throw unsupported('fields that are arrays themselves');
    return { name: name!.replace(/\\(.)/g, '$1'), ...fieldOf(descriptor!) };
  });
  const rest = type.replace(FIELD, '').replace(/[[\],\s]/g, '');
  if (fields.length === 0 || rest !== '') throw unsupported('records inside records');
  return fields;
}

/** A shape is a claim: it costs nothing until the file has shown the bytes for it. */
function checkSize(bytes: Uint8Array, { shape, start, rowBytes, fields }: Layout, limits: Limits): void {
  const elements = shape.reduce((product, side) => product * BigInt(side), 1n);
  if (elements * BigInt(fields.length) > BigInt(limits.values)) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The array says that it has ${elements} elements; at most ${limits.values} are allowed. Split it first.`,
      details: { limit: 'values', allowed: limits.values },
    });
  }
  if (rowBytes === 0 && elements > BigInt(bytes.byteLength)) throw corrupt('its elements take no bytes');
  if (shape.length > limits.nesting) throw corrupt('it has too many dimensions');
  if (BigInt(start) + elements * BigInt(rowBytes) > BigInt(bytes.byteLength))
    throw truncated('it has fewer bytes than its shape says');
}

function valueAt(bytes: Uint8Array, layout: Layout, indices: readonly number[]): DataValue {
  const { shape } = layout;
  if (indices.length === shape.length) return elementAt(bytes, layout, offsetOf(layout, indices));
  return Array.from({ length: shape[indices.length]! }, (_, index) => valueAt(bytes, layout, [...indices, index]));
}

function offsetOf({ shape, isColumnMajor }: Layout, indices: readonly number[]): number {
  let offset = 0;
  let stride = 1;
  for (let step = 0; step < shape.length; step++) {
    const axis = isColumnMajor ? step : shape.length - 1 - step;
    offset += indices[axis]! * stride;
    stride *= shape[axis]!;
  }
  return offset;
}

function elementAt(bytes: Uint8Array, { fields, isRecord, start, rowBytes }: Layout, index: number): DataValue {
  const view = viewOf(bytes);
  let position = start + index * rowBytes;
  const values = fields.map((field) => {
    const value = field.read(view, position);
    position += field.bytes;
    return value;
  });
  return isRecord ? new DataObject(namesOf(fields), values) : values[0]!;
}

/** Rows of one table share their names. */
const knownNames = new WeakMap<Layout['fields'], readonly string[]>();

function namesOf(fields: Layout['fields']): readonly string[] {
  const names = knownNames.get(fields) ?? fields.map(({ name }) => name);
  knownNames.set(fields, names);
  return names;
}

function unsupported(what: string): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The array holds ${what}, which cannot be read. Save its columns as arrays of numbers or texts.`,
  });
}
