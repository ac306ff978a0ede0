import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { Block, Document, DocumentProperties } from '../model.ts';
import { readBody } from './body-reader.ts';
import { readOpenDocumentMeta, type OpenDocument } from './package.ts';
import { StylesInUse } from './styles-in-use.ts';

/**
 * Reads OpenDocument texts, presentations and drawings, packed or flat: of a text the headers and footers, then the
 * body; of the others page by page. Throws `input_corrupt`, also while the blocks are walked.
 */
export function readOpenDocument(document: OpenDocument, context: RunContext): Document {
  return { properties: propertiesOf(document, context.limits), blocks: readBlocks(document, context) };
}

function* readBlocks(document: OpenDocument, { limits, signal }: RunContext): Generator<Block> {
  const styles = new StylesInUse();
  const about = { maxDepth: limits.nesting, styles, surroundings: { zip: document.zip, limits } };
  const margins = document.styles === undefined ? [] : [...readBody(document.styles, { ...about, part: 'margins' })];
  let hasBody = false;
  // What is on the master pages of slides is their background; of texts it is headers and footers.
  const begin = (kind: string): readonly Block[] => {
    hasBody = true;
    return kind === 'text' ? margins : [];
  };
  for (const block of readBody(document.content, { ...about, part: 'body', begin })) {
    signal.throwIfAborted();
    yield block;
  }
  if (!hasBody) throw noBody();
}

/** What programs write into every file, whoever made it and whatever is in it, says nothing. */
function propertiesOf(document: OpenDocument, limits: Limits): DocumentProperties {
  const meta = readOpenDocumentMeta(document, limits);
  const properties = {
    title: meta.get('title'),
    author: meta.get('creator') ?? meta.get('initial-creator'),
    subject: meta.get('subject'),
    keywords: meta.get('keyword'),
    description: meta.get('description'),
  };
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

function noBody(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a text, a presentation or a drawing in OpenDocument: it holds something else.',
  });
}
