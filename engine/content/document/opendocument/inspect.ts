import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Feature } from '../../../formats/features.ts';
import { openOpenDocument, readOpenDocumentMeta, type OpenDocument } from './package.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { scanBody } from './inspect-body.ts';
import { hiddenPageStyles } from './page-styles.ts';

/** What programs write into every file, whoever made it and whatever is in it. */
const DESCRIPTIONS = ['title', 'subject', 'description', 'keyword', 'creator', 'initial-creator'];
const ALWAYS: readonly Feature[] = ['text', 'structure', 'look', 'pages'];

/** Reads the facts of OpenDocument texts, presentations and drawings, packed or flat. */
export function inspectOpenDocument(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  const document = openOpenDocument(bytes, context.limits);
  if (document === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  const macros = document.hasMacros ? ({ macros: true } as const) : {};
  if (request.effort === 'probe') return { depth: 'structure', features: probeFeatures(document), ...macros };
  return { ...readDocument(document, context), ...macros };
}

function probeFeatures({ zip, content }: OpenDocument): Feature[] {
  const hasPictures =
    zip?.entries.some(({ name }) => /^Pictures\/./.test(name)) ?? content.includes('<office:binary-data');
  return hasPictures ? [...ALWAYS, 'figures'] : [...ALWAYS];
}

function readDocument(document: OpenDocument, context: RunContext): FactsOf {
  const { limits } = context;
  const content = new Content(limits.verifiedTextChars);
  const has = (name: string): boolean => document.zip?.find(name) !== undefined;
  const scan = { maxDepth: limits.nesting, has };
  const hiddenStyles = hiddenPageStyles(document.content, limits.nesting);
  const kind = scanBody(document.content, content, { ...scan, hiddenStyles, part: 'body' });
  if (kind.body === undefined) throw noBody();
  context.signal.throwIfAborted();
  // What stands on the master pages of slides is their background; of texts it is headers and footers.
  if (document.styles !== undefined && kind.body === 'text')
    scanBody(document.styles, content, { ...scan, hiddenStyles, part: 'headers' });
  const meta = readOpenDocumentMeta(document, limits);
  content.hasMetadata = DESCRIPTIONS.some((name) => meta.has(name));
  const hasPages = kind.body !== 'text';
  return {
    depth: 'content',
    features: content.features(),
    document: {
      ...content.document({ hasPages }),
      ...(kind.hiddenPages > 0 ? { hiddenPages: kind.hiddenPages } : {}),
    },
  };
}

function noBody(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a text, a presentation or a drawing in OpenDocument: it holds something else.',
  });
}
