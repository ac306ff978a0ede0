import { utf8Bytes, utf8Length } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { memoryFile } from '../../../io/memory-file.ts';
import type { DataSource } from '../model.ts';
import { textAt } from './bytes.ts';
import { readColumnTable } from './column-table.ts';
import { createColumnTyper, SAMPLE_ROWS } from './columns.ts';
import { sniffDialect, type Dialect } from './dialect.ts';
import { readDelimited } from './reader.ts';
import { textOf } from '../read.ts';
import { RowScanner } from './row-scanner.ts';
import { headOfUtf8, isOneByte, isUtf8Text } from '../utf8-file.ts';

/** CSV for formats whose columns have types. */
export function readTypedCsv(bytes: Uint8Array, context: RunContext): DataSource {
  return readTyped(bytes, sniffDialect, context);
}

export function readTypedTsv(bytes: Uint8Array, context: RunContext): DataSource {
  return readTyped(bytes, () => ({ delimiter: '\t', skip: 0 }), context);
}

function readTyped(bytes: Uint8Array, dialectOf: (head: string) => Dialect, context: RunContext): DataSource {
  const utf8 = isUtf8Text(memoryFile(bytes)) ? bytes : utf8Bytes(textOf(bytes, context));
  const head = headOfUtf8(memoryFile(utf8));
  const { delimiter, skip } = dialectOf(head.text);
  const rest = head.text.slice(0, skip);
  const table = utf8.subarray(head.markBytes + utf8Length(rest));
  const isBytewise = isOneByte(delimiter);
  const sample = textAt(table, 0, isBytewise ? endOfSample(table, delimiter) : table.byteLength);
  const typer = createColumnTyper(sample, delimiter);
  const readRows = (text: string): DataSource => readDelimited(text, delimiter, context.limits, typer.valueOf);
  return {
    ...readRows(sample),
    ...(isBytewise && { byColumns: () => readColumnTable({ bytes: table, delimiter, ...typer }, context) }),
    rows: () => readRows(textAt(table, 0, table.byteLength)).rows(),
  };
}

function endOfSample(table: Uint8Array, delimiter: string): number {
  const scanner = new RowScanner(delimiter.charCodeAt(0));
  return scanner.scan(table, { from: 0, to: table.byteLength, isEnd: true, maxRows: SAMPLE_ROWS });
}
