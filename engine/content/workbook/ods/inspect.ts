import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { LARGE_SHEETS_BYTES } from '../model.ts';
import { openOds } from './workbook.ts';
import { openOpenDocument } from '../../document/opendocument/package.ts';
import { isPlainOds } from './plain.ts';
import type { FactsOf } from '../../document/facts-of.ts';
import { workbookFacts } from '../inspect.ts';

/** Reads the facts of an OpenDocument spreadsheet, packed or flat. */
export function inspectOds(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  const workbook = openOds(bytes, context.limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context, { isPlain: () => isLargeAndPlain(bytes, context) });
}

function isLargeAndPlain(bytes: Uint8Array, { limits }: RunContext): boolean {
  const document = openOpenDocument(bytes, limits);
  return document !== 'encrypted' && document.contentBytes >= LARGE_SHEETS_BYTES && isPlainOds(document, limits);
}
