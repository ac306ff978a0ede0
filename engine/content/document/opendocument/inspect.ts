import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { Feature } from '../../../formats/features.ts';
import { openOpenDocument, type OpenDocument } from './package.ts';
import type { FactsOf } from '../facts-of.ts';
import { factsOfDocument } from '../document-facts.ts';
import { readOpenDocument } from './reader.ts';

const ALWAYS: readonly Feature[] = ['text', 'structure', 'look', 'pages'];

/** Reads the facts of OpenDocument texts, presentations and drawings, packed or flat. */
export function inspectOpenDocument(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  const document = openOpenDocument(bytes, context.limits);
  if (document === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  const macros = document.hasMacros ? ({ macros: true } as const) : {};
  if (request.effort === 'probe') return { depth: 'structure', features: probeFeatures(document), ...macros };
  return { ...factsOfDocument(readOpenDocument(document, context), context.limits, { hasPages: true }), ...macros };
}

function probeFeatures({ zip, content }: OpenDocument): Feature[] {
  const hasImages =
    zip?.entries.some(({ name }) => /^Pictures\/./.test(name)) ?? content.includes('<office:binary-data');
  return hasImages ? [...ALWAYS, 'figures'] : [...ALWAYS];
}
