import { paragraph, text, type Block, type Document } from '../model.ts';

/** Lines without a blank one between them are one paragraph. */
const PARAGRAPH_END = /\n[^\S\n]*\n/g;

/** Reads plain text: paragraphs with their lines. Form feeds are white space. */
export function readPlainText(source: string): Document {
  return { properties: {}, blocks: paragraphsOf(source.replace(/\r\n?|[\v\f]/g, '\n')) };
}

function* paragraphsOf(source: string): Generator<Block> {
  let start = 0;
  for (const match of source.matchAll(PARAGRAPH_END)) {
    yield* paragraphOf(source.slice(start, match.index));
    start = match.index + match[0].length;
  }
  yield* paragraphOf(source.slice(start));
}

function* paragraphOf(lines: string): Generator<Block> {
  const value = lines.replace(/^\s*\n|\s+$/g, '');
  if (value.trim() !== '') yield paragraph([text(value)]);
}
