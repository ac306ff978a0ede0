import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { openNumbers } from './open.ts';
import { openWithSheetJs } from './sheetjs/workbook.ts';
import type { FactsOf } from '../document/facts-of.ts';
import { workbookFacts } from './inspect.ts';

/** Reads the facts of sheets that SheetJS alone opens. */
export async function inspectOtherSheets(
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
  format: FormatId,
): Promise<FactsOf> {
  const { limits } = context;
  const workbook = format === 'numbers' ? await openNumbers(bytes, limits) : openWithSheetJs(bytes, format, limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context);
}
