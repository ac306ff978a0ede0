import type { Step, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Artifact } from '../../../contract/artifact.ts';
import { delimiterOf } from '../../../content/records/csv/writer.ts';
import { createFormulaGuard } from '../../../content/records/formula-guard.ts';
import { outputNameOf } from '../../../formats/output-name.ts';
import type { PagedLayout } from '../markup/document-blocks.ts';
import { type DocumentTable, documentTables } from './document-tables.ts';
import { writeDelimitedTable } from './delimited.ts';
import { writeJsonTables } from './json.ts';
import { writeWorkbook } from './workbook.ts';

/** Writes the tables of a document: as the sheets of one workbook, as one JSON text, or each as a text file. */
export function writeTables(
  paged: PagedLayout,
  inputName: string,
  { to, options }: Step,
  context: RunContext,
): Artifact[] {
  const tables = documentTables(paged);
  if (tables.length === 0) throw withoutTables();
  if (to === 'xlsx' || to === 'json') {
    const bytes = to === 'xlsx' ? writeWorkbook(tables) : writeJsonTables(tables);
    return [{ name: outputNameOf(inputName, to), format: to, bytes }];
  }
  const delimiter = delimiterOf(to, options);
  const guard = createFormulaGuard(options.escapeFormulas);
  const files = tables.map((table: DocumentTable, index) => ({
    name: outputNameOf(inputName, to, tables.length > 1 ? index + 1 : undefined),
    format: to,
    bytes: writeDelimitedTable(table, { delimiter, guard }),
  }));
  guard.report(context);
  return files;
}

function withoutTables(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: 'No table was found in the PDF. Convert it to a document or to text instead, such as docx, md or txt.',
  });
}
