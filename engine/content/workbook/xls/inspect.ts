import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { isCompoundFile } from '../../../io/compound-file.ts';
import { openXls } from './workbook.ts';
import type { FactsOf } from '../../document/facts-of.ts';
import { workbookFacts } from '../inspect.ts';

/** Reads the facts of a workbook of Excel 5 to 2003; older ones, which are no compound files, are left to SheetJS. */
export async function inspectXls(
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
  format: FormatId,
): Promise<FactsOf> {
  if (!isCompoundFile(bytes)) {
    const { inspectOtherSheets } = await import('../inspect-other.ts');
    return inspectOtherSheets(bytes, request, context, format);
  }
  const workbook = openXls(bytes, context.limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context);
}
