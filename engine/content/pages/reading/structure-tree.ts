import type { PDFPageProxy } from 'pdfjs-dist';
import type { Glyph, PageStructure, StructureElement } from '../model.ts';
import { isBlank } from '../model.ts';
import { STRUCTURE_TREE } from './thresholds.ts';

const { MIN_TAGGED_SHARE, MAX_DEPTH } = STRUCTURE_TREE;

/** Roles that say nothing about their content. */
const EMPTY_ROLES: ReadonlySet<string> = new Set(['Root', 'Document', 'Part', 'Div', 'Span', 'NonStruct', 'Sect']);

/** A node as pdf.js gives it: an element with children, or content with an id such as `p3R_mc0`. */
interface TreeNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly children?: readonly TreeNode[];
}

/**
 * The part of the structure tree that a page has; undefined where there is none or where it does not describe the page:
 * most glyphs must be in it, in elements of at least two kinds.
 */
export async function readStructure(page: PDFPageProxy, glyphs: readonly Glyph[]): Promise<PageStructure | undefined> {
  const root = (await page.getStructTree()) as TreeNode | null;
  // the operator list knows a content by its number alone, the tree by the page as well
  const prefix = `p${(page as unknown as { ref?: { num: number } }).ref?.num}R_mc`;
  if (!root) return undefined;
  const elements: StructureElement[] = [];
  const contents: Record<number, number> = {};
  const visit = (node: TreeNode, parent: number | undefined, depth: number): void => {
    if (node.type === 'content' && node.id?.startsWith(prefix) && parent !== undefined) {
      contents[Number(node.id.slice(prefix.length))] = parent;
    }
    if (node.role === undefined || depth > MAX_DEPTH) return;
    const alt = node.alt?.trim();
    elements.push({ role: node.role, ...(parent !== undefined && { parent }), ...(alt && { alt }) });
    const index = elements.length - 1;
    for (const child of node.children ?? []) visit(child, index, depth + 1);
  };
  visit(root, undefined, 0);
  return describes({ elements, contents }, glyphs) ? { elements, contents } : undefined;
}

function describes({ elements, contents }: PageStructure, glyphs: readonly Glyph[]): boolean {
  const roles = new Set(elements.map(({ role }) => role).filter((role) => !EMPTY_ROLES.has(role)));
  if (roles.size < 2) return false;
  const content = glyphs.filter((glyph) => !isBlank(glyph) && !glyph.artifact);
  const tagged = content.filter(({ mcid }) => mcid !== undefined && contents[mcid] !== undefined);
  return tagged.length > 0 && tagged.length >= MIN_TAGGED_SHARE * content.length;
}

/** The description of the figure that a marked content belongs to. */
export function figureText(structure: PageStructure | undefined, mcid: number | undefined): string | undefined {
  if (!structure || mcid === undefined) return undefined;
  let index = structure.contents[mcid];
  while (index !== undefined) {
    const element = structure.elements[index]!;
    if (element.role === 'Figure') return element.alt;
    index = element.parent;
  }
  return undefined;
}
