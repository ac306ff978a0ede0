import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';

/** Formats of structured data that are read into the one model of `models/table.ts`. */
const READABLE = ['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const satisfies readonly FormatId[];
/** Formats that are written from it. */
const WRITABLE = ['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const satisfies readonly FormatId[];
/** Of these, what holds one table: several become several files. */
const ONE_TABLE: ReadonlySet<WritableData> = new Set(['csv', 'tsv', 'ndjson']);

export type ReadableData = (typeof READABLE)[number];
export type WritableData = (typeof WRITABLE)[number];

export function readableData(format: FormatId): ReadableData {
  return known(READABLE, format);
}

export function writableData(format: FormatId): WritableData {
  return known(WRITABLE, format);
}

export function holdsOneTable(format: WritableData): boolean {
  return ONE_TABLE.has(format);
}

function known<T extends FormatId>(formats: readonly T[], format: FormatId): T {
  const found = formats.find((candidate) => candidate === format);
  if (found) return found;
  throw new ConversionError({ code: 'internal', message: `No data of the format ${format} is known.` });
}
