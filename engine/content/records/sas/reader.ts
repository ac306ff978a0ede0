import { ConversionError } from '../../../contract/errors.ts';
import { viewOf } from '../../../io/bytes.ts';
import { createValueBudget } from '../errors.ts';
import { DataObject, type DataSource } from '../model.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { openDataSet } from './data-set.ts';
import { unpackPatterns, unpackRuns } from './unpack.ts';
import { assumedDecoder, sasNumber, sasText, tellDescriptions } from './values.ts';

const ROWS_BETWEEN_SIGNALS = 4096;

/** A data set of SAS (.sas7bdat), an observation a row: dates and times are told from numbers by their formats. */
export function readSasDataSet(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const assumed = assumedDecoder(context);
  const dataSet = openDataSet(bytes, { runs: unpackRuns, patterns: unpackPatterns }, assumed);
  const { columns, rows, isLittle, decode = assumed } = dataSet;
  if (columns.length === 0)
    throw new ConversionError({ code: 'empty_file', message: 'The data set has no variables.' });
  tellDescriptions(columns.filter(({ isLabelled }) => isLabelled).length, context);
  const header = columns.map(({ name }) => name);
  const names = uniqueColumnNames(header);
  return {
    isList: true,
    isTable: true,
    columns: names,
    header,
    countRows: () => rows,
    *rows() {
      const budget = createValueBudget(context.limits);
      let count = 0;
      for (const row of dataSet.rowBytes()) {
        if (++count % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
        budget.take(names.length);
        const values = columns.map(({ kind, at, bytes: length }) => {
          const cell = row.subarray(at, at + length);
          return kind === 'text' ? sasText(cell, decode) : sasNumber(doubleOf(cell, isLittle), kind);
        });
        yield new DataObject(names, values);
      }
    },
  };
}

const wide = new Uint8Array(8);

/** A double whose lowest bytes may be left out. */
function doubleOf(cell: Uint8Array, isLittle: boolean): number {
  wide.fill(0);
  wide.set(cell, isLittle ? 8 - cell.byteLength : 0);
  return viewOf(wide).getFloat64(0, isLittle);
}
