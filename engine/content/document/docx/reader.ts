import type { RunContext } from '../../../contract/codec.ts';
import type { Block, Document } from '../model.ts';
import { findWordPart, readCoreProperties, type OfficePackage } from '../ooxml/package.ts';
import { readParagraphStyles } from '../ooxml/word-styles.ts';
import { outdatedBindings, readDataStores } from './data-binding.ts';
import { findUncertainMargins, type Section } from './margins.ts';
import { Numbering, readNumbering } from './numbering.ts';
import { readStory } from './story.ts';

/** Parts beside the body, by the types of their relationships, in the order in which they follow it. */
const PARTS = ['header', 'footnotes', 'endnotes', 'comments', 'footer'] as const;

/**
 * Reads a Word document: its body, then headers, notes, comments and footers. Where pages begin is known only after
 * layout. Throws `input_corrupt`, `input_truncated`, `input_too_complex`, also while the blocks are walked.
 */
export function readDocx(parts: OfficePackage, context: RunContext): Document {
  const { creator: author, title, subject, keywords, description } = readCoreProperties(parts, context.limits.nesting);
  return {
    properties: {
      ...(title !== undefined && { title }),
      ...(author !== undefined && { author }),
      ...(subject !== undefined && { subject }),
      ...(keywords !== undefined && { keywords }),
      ...(description !== undefined && { description }),
    },
    blocks: readBlocks(parts, context),
  };
}

function* readBlocks(parts: OfficePackage, { limits, signal }: RunContext): Generator<Block> {
  const main = findWordPart(parts);
  const relationships = parts.relationshipsOf(main);
  const headingStyles = new Map(
    readParagraphStyles(parts, relationships, limits.nesting).map((style) => [style.id, style]),
  );
  const lists = relationships.find(({ type, external }) => type === 'numbering' && !external)?.target;
  const listSource = lists === undefined ? undefined : parts.readXml(lists);
  const numbering = new Numbering(listSource === undefined ? new Map() : readNumbering(listSource, limits.nesting));
  const readPart = (name: string): Uint8Array => parts.zip.read(parts.zip.find(name)!);
  const part = { maxDepth: limits.nesting, headingStyles, numbering, readPart };
  const sections: Section[] = [];
  const stores = readDataStores(parts, main, limits);
  const outdatedIn = (source: string): ReadonlySet<string> => outdatedBindings(source, stores, limits.nesting);
  const text = parts.readXml(main)!;
  const body = readStory(text, {
    ...part,
    relationships,
    outdatedBindings: outdatedIn(text),
    sections,
    root: 'document',
  });
  for (const block of body) {
    signal.throwIfAborted();
    yield block;
  }
  const uncertain = findUncertainMargins(sections);
  for (const wanted of PARTS) {
    for (const { id, type, target, external } of relationships) {
      const source = type === wanted && !external ? parts.readXml(target) : undefined;
      if (source === undefined) continue;
      signal.throwIfAborted();
      const blocks = readStory(source, {
        ...part,
        relationships: parts.relationshipsOf(target),
        outdatedBindings: outdatedIn(source),
      });
      if (wanted !== 'header' && wanted !== 'footer') yield* blocks;
      else {
        const unshown = uncertain.has(id) ? ({ unshown: 'uncertain' } as const) : {};
        yield { kind: 'margin', edge: wanted, blocks: [...blocks], ...unshown };
      }
    }
  }
}
