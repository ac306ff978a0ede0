import type { Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { selectedPages } from '../../models/page-selection.ts';
import type { Sheet } from '../../models/office/workbook.ts';
import { ConversionError } from '../../errors.ts';
import { openWorkbook } from './read/workbooks.ts';
import { writeDelimitedSheet } from './write/delimited.ts';

/** Characters that file systems do not take in names. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|.]+/gu;
const MAX_NAME_CHARS = 60;

/** Writes each sheet that has values, or those that were asked for, as a table in a file of its own. */
export function writeTables(input: Artifact, { from, to, options }: Hop, context: RunContext): Artifact[] {
  const { sheets } = openWorkbook(context.bytes(input), from, context);
  const chosen = selectedPages(options.pages, sheets.length).map((index) => sheets[index]!);
  const delimiter = to === 'tsv' ? '\t' : options.delimiter === 'tab' ? '\t' : (options.delimiter ?? ',');
  const tables = chosen.flatMap((sheet) => {
    context.signal.throwIfAborted();
    const text = writeDelimitedSheet(sheet, delimiter, context);
    return text === '' ? [] : [{ sheet, text }];
  });
  if (tables.length === 0) throw withoutValues();
  return tables.map(({ sheet, text }, index) => ({
    name: tables.length === 1 ? outputNameOf(input.name, to) : nameOf(input.name, sheet, { to, number: index + 1 }),
    format: to,
    bytes: new TextEncoder().encode(text),
  }));
}

function nameOf(input: string, { name }: Sheet, { to, number }: Pick<Hop, 'to'> & { readonly number: number }): string {
  const safe = name.replace(UNSAFE, ' ').trim().slice(0, MAX_NAME_CHARS);
  return outputNameOf(safe === '' ? input : `${input.replace(/\.[^.]*$/, '')} ${safe}.x`, to, number);
}

function withoutValues(): ConversionError {
  return new ConversionError({
    code: 'empty_file',
    message: 'The workbook has no cells with values, so that there is no table to write.',
  });
}
