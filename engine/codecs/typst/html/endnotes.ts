import {
  attribute,
  childrenOf,
  elementsOf,
  type DomDocument,
  type DomElement,
  type DomNode,
} from '../../../content/document/html/dom.ts';

/** What changes a tree (DOM standard, sections 4.2.8 and 4.4). */
interface MutableNode extends DomNode {
  appendChild(node: DomNode): void;
  replaceChild(node: DomNode, child: DomNode): void;
  remove(): void;
}

interface MutableDocument extends DomDocument {
  createElement(name: string): DomElement & MutableNode;
}

/**
 * Notes that a page of HTML can only have at its end (DPUB-ARIA 1.1: `doc-endnotes`) become footnotes where they are
 * referred to, and arrows back to there go: paper has no use for them. Notes that are more than paragraphs stay.
 */
export function placeEndnotes(document: DomDocument): void {
  const sections = Array.from(document.querySelectorAll('[role="doc-endnotes"]'));
  if (sections.length === 0) return;
  for (const back of Array.from(document.querySelectorAll('[role="doc-backlink"]'))) asMutable(back).remove();
  const references = Array.from(document.querySelectorAll('a[role="doc-noteref"]'));
  for (const section of sections) placeNotes(document as MutableDocument, section, references);
}

function placeNotes(document: MutableDocument, section: DomElement, references: readonly DomElement[]): void {
  const notes = new Map(Array.from(section.querySelectorAll('li[id]')).map((note) => [attribute(note, 'id')!, note]));
  const pairs = references.flatMap((reference) => {
    const note = notes.get((attribute(reference, 'href') ?? '').replace(/^#/, ''));
    return note ? [{ reference, note }] : [];
  });
  const isWhole = new Set(pairs.map(({ note }) => note)).size === notes.size && pairs.length === notes.size;
  if (!isWhole || pairs.length === 0 || !pairs.every(({ note }) => hasOnlyParagraphs(note))) return;
  for (const { reference, note } of pairs) {
    const footnote = document.createElement('athanor-footnote');
    for (const [index, paragraph] of elementsOf(note).entries()) {
      if (index > 0) footnote.appendChild(document.createElement('br'));
      for (const child of childrenOf(paragraph)) footnote.appendChild(child);
    }
    asMutable(reference.parentNode!).replaceChild(footnote, reference);
  }
  asMutable(section).remove();
}

function hasOnlyParagraphs(note: DomElement): boolean {
  const isBlank = (node: DomNode): boolean => (node.textContent ?? '').trim() === '';
  const elements = elementsOf(note);
  return (
    elements.length > 0 &&
    elements.every(({ localName }) => localName === 'p') &&
    childrenOf(note).every((child) => (elements as readonly DomNode[]).includes(child) || isBlank(child))
  );
}

function asMutable(node: DomNode): MutableNode {
  return node as MutableNode;
}
