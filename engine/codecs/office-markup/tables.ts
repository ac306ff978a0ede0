import type { Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { delimiterOf } from '../../models/data/csv-writer.ts';
import { sheetsToWrite, withoutValues } from '../../models/office/chosen-sheets.ts';
import { decryptOffice } from '../../models/office/encryption/index.ts';
import { openWorkbook } from '../../models/office/open-workbook.ts';
import { createFormulaGuard } from '../../models/data/formula-guard.ts';
import { nameOfTableFile } from '../../models/data/table-names.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { writeDelimitedSheet } from './write/delimited.ts';

/** Writes each sheet that has values, or those that were asked for, as a table in a file of its own. */
export async function writeTables(
  input: Artifact,
  { from, to, options }: Hop,
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
