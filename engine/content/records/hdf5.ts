import { Dataset, File, FS, Group, ready, type Dtype } from 'h5wasm';
import { ConversionError } from '../../contract/errors.ts';
import { sourceOfTables, type DataSource, type NamedTable } from './model.ts';
import { corrupt } from './errors.ts';
import { PlainValues, sourceOfValue } from './plain-values.ts';
import type { ReadRequest } from './read.ts';

/** Name of the file in the library's own memory: it has no other. */
const FILE = '/input.h5';

interface Compound {
  readonly compound: { readonly members: readonly { readonly name: string }[] };
}

/** The datasets of an HDF5 file: each is a table under its path. Links that lead into other files are not followed. */
export async function readHdf5(bytes: Uint8Array, request: ReadRequest): Promise<DataSource> {
  // Otherwise the library prints what is wrong instead of throwing it.
  (await ready).activate_throwing_error_handler();
  const files = FS!;
  files.writeFile(FILE, bytes);
  try {
    const file = opened();
    try {
      return sourceOfTables(guarded(() => tablesOf(file, request)));
    } finally {
      file.close();
    }
  } finally {
    files.unlink(FILE);
  }
}

function opened(): File {
  const file = guarded(() => new File(FILE, 'r'));
  if (file.file_id < 0n) throw corrupt('it is no valid HDF5 file');
  return file;
}

function tablesOf(file: File, { context }: ReadRequest): NamedTable[] {
  const values = new PlainValues(context.limits);
  let elements = 0;
  const tables = datasetsOf(file, context.limits.nesting).map(({ path, dataset }): NamedTable => {
    context.signal.throwIfAborted();
    elements += (dataset.shape ?? []).reduce((product, side) => product * side, 1);
    // A shape takes no bytes: a few of them can promise terabytes of zeros.
    if (elements > context.limits.values) throw tooLarge(context.limits.values);
    return { name: path, source: sourceOf(dataset, values) };
  });
  if (tables.length === 0) throw new ConversionError({ code: 'empty_file', message: 'The file has no datasets.' });
  return tables;
}

interface Found {
  readonly path: string;
  readonly dataset: Dataset;
}

function datasetsOf(root: Group, nesting: number): Found[] {
  const found: Found[] = [];
  // Hard links can make a group its own grandchild.
  const visit = (group: Group, path: string, depth: number): void => {
    if (depth > nesting) throw corrupt('its groups hold one another');
    for (const name of group.keys()) {
      const entity = guarded(() => group.get(name));
      const inner = path === '' ? name : `${path}/${name}`;
      if (entity instanceof Dataset) found.push({ path: inner, dataset: entity });
      else if (entity instanceof Group) visit(entity, inner, depth + 1);
    }
  };
  visit(root, '', 0);
  return found;
}

function sourceOf(dataset: Dataset, values: PlainValues): DataSource {
  const shape = dataset.shape ?? [];
  const names = fieldsOf(dataset.dtype);
  const flat = guarded(() => dataset.value as unknown);
  const elements =
    names && shape.length > 0 ? [...(flat as Iterable<unknown>)].map((row) => recordOf(row, names)) : flat;
  return sourceOfValue(values.value(shape.length > 0 ? shaped(elements, shape) : elements));
}

/** The library gives the elements of an array in one list, whatever its dimensions. */
function shaped(elements: unknown, [length, ...inner]: readonly number[]): unknown {
  const list = Array.from(elements as ArrayLike<unknown>);
  if (inner.length === 0) return list;
  const step = inner.reduce((product, side) => product * side, 1);
  return Array.from({ length: length! }, (_, index) => shaped(list.slice(index * step, (index + 1) * step), inner));
}

function fieldsOf(dtype: Dtype): readonly string[] | undefined {
  const isCompound = typeof dtype === 'object' && dtype !== null && 'compound' in dtype;
  return isCompound ? (dtype as unknown as Compound).compound.members.map(({ name }) => name) : undefined;
}

/** The library gives the fields of a record as a list. */
function recordOf(row: unknown, names: readonly string[]): unknown {
  return Array.isArray(row) ? Object.fromEntries(names.map((name, index) => [name, row[index] as unknown])) : row;
}

function tooLarge(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The arrays of the file have more than ${allowed} values. Split it first.`,
    details: { limit: 'values', allowed },
  });
}

function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const hasPanicked = error instanceof WebAssembly.RuntimeError;
    const message = 'The file is damaged, or it uses a filter that cannot be read: it is no valid HDF5.';
    throw new ConversionError({ code: 'input_corrupt', message, discardWorker: hasPanicked }, { cause: error });
  }
}
