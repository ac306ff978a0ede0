import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { delimiterOf } from '../../content/records/csv/writer.ts';
import { sheetsToWrite, withoutValues } from '../../content/workbook/chosen-sheets.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import { openWorkbook } from '../../content/workbook/open.ts';
import { createFormulaGuard } from '../../content/records/formula-guard.ts';
import { nameOfTableFile } from '../../content/records/table-names.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { writeDelimitedSheet } from './write/delimited.ts';

/** Writes each sheet that has values, or those that were asked for, as a table in a file of its own. */
export async function writeTables(
  input: Artifact,
  { from, to, options }: Step,
  context: RunContext,
): Promise<Artifact[]> {
  const workbook = await openWorkbook(
    decryptOffice(context.bytes(input), options.password, context.limits),
    from,
    context.limits,
  );
  const delimiter = delimiterOf(to, options);
  const guard = createFormulaGuard(options.escapeFormulas);
  const tables = sheetsToWrite(workbook, options).flatMap((sheet) => {
    context.signal.throwIfAborted();
    const text = writeDelimitedSheet(sheet, { delimiter, guard }, context);
    return text === '' ? [] : [{ sheet, text }];
  });
  if (tables.length === 0) throw withoutValues();
  guard.report(context);
  return tables.map(({ sheet, text }, index) => ({
    name:
      tables.length === 1
        ? outputNameOf(input.name, to)
        : nameOfTableFile(input.name, sheet.name, { to, number: index + 1 }),
    format: to,
    bytes: new TextEncoder().encode(text),
  }));
}
