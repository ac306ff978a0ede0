import { ConversionError } from '../../../../contract/errors.ts';
import type { Limits } from '../../../../contract/limits.ts';
import type { IWorkXml } from '../package.ts';
import { childAt, parseXmlTree, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Drawing, Presentation, Table, TextDocument } from '../../opendocument/document.ts';
import type { ReadRequest } from '../losses.ts';
import { readDrawable, type DrawingContext } from './drawables.ts';
import { Elements, numberIn } from './elements.ts';
import { readKeynote } from './keynote.ts';
import { Lists } from './lists.ts';
import { readPages } from './pages.ts';
import { StyleSheets } from './styles.ts';
import { readTable } from './tables.ts';

/** Reads a document of iWork '05 to '09. Throws `input_corrupt` and `input_too_complex`. */
export function readXmlDocument(
  parts: IWorkXml,
  limits: Limits,
  { lost, take }: ReadRequest,
): TextDocument | Presentation {
  const [root] = parseXmlTree(parts.source, limits, { mixed: true }).children.filter(({ name }) => name !== '#text');
  if (!root || (root.name !== 'document' && root.name !== 'presentation')) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is no document of Pages or Keynote: its index begins with something else.',
    });
  }
  const elements = new Elements(root);
  const styles = new StyleSheets(elements);
  const lists = new Lists();
  const context: DrawingContext = {
    text: {
      styles,
      lists,
      attachment: (node) => attachmentOf(node, context),
      take,
      depth: 0,
      hasOutline: false,
      endnotes: hasEndnotes(root),
    },
    sheet: elements.child(root, 'stylesheet'),
    file: parts.file,
    lost,
  };
  return root.name === 'presentation'
    ? readKeynote(root, context, lists.styles)
    : readPages(root, context, lists.styles);
}

/** Notes are collected at the end of the document or of its sections instead of at the foot of pages. */
function hasEndnotes(root: XmlNode): boolean {
  const kind = childAt(root, 'publication-info', 'kSFWPFootnoteKindProperty')?.children.find(
    ({ name }) => name === 'number',
  );
  return (numberIn(kind, 'number') ?? 0) > 0;
}

/** `sf:attachment`: a table between paragraphs, or something that is drawn in a line. */
function attachmentOf(node: XmlNode, context: DrawingContext): { readonly drawing?: Drawing; readonly block?: Table } {
  const { elements } = context.text.styles;
  const held = node.name === 'attachment' ? node.children.find(({ name }) => name !== '#text') : node;
  const drawable = elements.resolve(held);
  if (!drawable) return {};
  if (drawable.name === 'tabular-info') {
    const block = readTable(elements.child(drawable, 'tabular-model'), context.sheet, context.text);
    return block ? { block } : {};
  }
  const [drawing] = readDrawable(drawable, context);
  return drawing ? { drawing } : {};
}
