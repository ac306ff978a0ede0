import { addBlocks } from '../../../../../engine/content/document/document-facts.ts';
import type { Document } from '../../../../../engine/content/document/model.ts';
import { Content } from '../../../../../engine/content/document/text-content.ts';
import { COMPUTED, type OutlineBlock } from '../../../../../engine/contract/outline.ts';

/** What verification sees of a document, a line for each block. */
export function outlineOf(document: Document): readonly string[] {
  const content = new Content(1_000_000);
  addBlocks(content, document.blocks);
  return content.outline.blocks.map(lineOf);
}

function lineOf({ kind, place, level, item, cell, note, marks = [], links = [], image, text }: OutlineBlock): string {
  let shown = text;
  for (const { text: label, href } of links) shown = shown.replace(label, `${label}<${href}>`);
  for (const mark of marks) shown = shown.replace(COMPUTED, `{${mark}}`);
  shown = shown.replaceAll(COMPUTED, '{f}').trim();
  if (image) return `image ${image.name ?? image.mimeType} ${image.alternative}`;
  if (kind === 'heading') return `h${level} ${shown}`;
  if (kind !== 'paragraph') return `${kind} ${shown}`;
  if (cell) return `${cell[1]},${cell[2]} ${shown}`;
  if (note !== undefined) return `note ${note} ${shown}`;
  if (place === 'box') return `box ${shown}`;
  return item ? `p ${item.label ?? '-'} ${shown}` : `p ${shown}`;
}
