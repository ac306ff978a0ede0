import { ConversionError } from '../../../contract/errors.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { corrupt } from '../errors.ts';
import { DataObject, type DataSource, type DataValue, type NamedTable } from '../model.ts';
import { sourceOfValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { isLevel4, readLevel4 } from './level-4.ts';
import { readLevel5, type Variable } from './level-5.ts';

const LEVEL_5 = 'MATLAB 5.0 MAT-file';
const LEVEL_7_3 = /^MATLAB 7\.\d MAT-file/;
const HDF5 = '\x89HDF';

/** The variables of a MAT-file of levels 4 and 5, each a table of its own; level 7.3 is HDF5. */
export function readMatlab(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const found: { readonly name: string; readonly value: DataValue }[] = [];
  const unreadable: string[] = [];
  for (const { name, value } of variablesOf(bytes, context.limits)) {
    context.signal.throwIfAborted();
    // MATLAB keeps what its objects are made of in a variable without a name.
    if (name === '') continue;
    if (value === undefined) unreadable.push(name);
    else found.push({ name, value });
  }
  tellUnreadable(unreadable, context);
  if (found.length === 0) throw new ConversionError({ code: 'empty_file', message: 'The file has no variables.' });
  const names = uniqueColumnNames(found.map(({ name }) => name));
  const tables = found.map(({ value }, index): NamedTable => ({ name: names[index]!, source: sourceOfValue(value) }));
  return {
    isList: false,
    tables,
    rows: () => [
      new DataObject(
        names,
        found.map(({ value }) => value),
      ),
    ],
  };
}

function variablesOf(bytes: Uint8Array, limits: ReadRequest['context']['limits']): Generator<Variable> {
  const start = latin1Of(bytes, 0, LEVEL_5.length);
  if (start === LEVEL_5) return readLevel5(bytes, limits);
  if (LEVEL_7_3.test(start) || latin1Of(bytes, 0, HDF5.length) === HDF5) {
    throw new ConversionError({
      code: 'input_too_complex',
      message:
        'The file was saved as version 7.3, which is HDF5. Save it with "-v7", or name it .h5 to have its datasets as they are.',
    });
  }
  if (isLevel4(bytes)) return readLevel4(bytes, limits);
  throw corrupt('it is no MAT-file');
}

function tellUnreadable(names: readonly string[], { warn }: ReadRequest['context']): void {
  if (names.length === 0) return;
  warn({
    code: 'feature_dropped',
    message: `Handles of functions and objects of classes are left out, which only MATLAB can read: ${names.slice(0, 20).join(', ')}.`,
    details: { count: names.length },
  });
}
