import { concatBytes } from '../../../io/bytes.ts';
import { openZip, writeZip } from '../../../io/zip.ts';
import { sourceOfTables, type DataSource } from '../model.ts';
import { corrupt } from '../errors.ts';
import { readNpy } from './reader.ts';
import { emptyNpy, writeNpy } from './writer.ts';
import type { ReadRequest } from '../read.ts';
import { tablesOf } from '../tree-rows.ts';

const EXTENSION = '.npy';

/** Several arrays of NumPy in a ZIP: each is a table under the name that it was saved by. */
export function readNpz(bytes: Uint8Array, request: ReadRequest): DataSource {
  const zip = openZip(bytes, request.context.limits);
  const arrays = zip.entries.filter(({ name }) => name.endsWith(EXTENSION));
  if (arrays.length === 0) throw corrupt('there are no arrays in it');
  return sourceOfTables(
    arrays.map((entry) => ({
      name: entry.name.slice(0, -EXTENSION.length),
      source: readNpy(zip.read(entry), request),
    })),
  );
}

/** Names that NumPy itself gives to arrays without one. */
const DEFAULT_NAME = 'arr_0';

export function* writeNpz(source: DataSource, request: Pick<ReadRequest, 'context'>): Generator<Uint8Array> {
  const tables = tablesOf(source, DEFAULT_NAME);
  yield writeZip(
    tables.map(({ name, source: table }) => ({
      name: `${name.replace(/\\|\.\.+/g, '_')}${EXTENSION}`,
      bytes: tables.length > 1 && isEmptyList(table) ? emptyNpy() : concatBytes([...writeNpy(table, request)]),
    })),
  );
}

function isEmptyList({ isList, columns = [], rows }: DataSource): boolean {
  return isList && columns.length === 0 && rows()[Symbol.iterator]().next().done === true;
}
