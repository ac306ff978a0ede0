import { createDocument } from '@mixmark-io/domino';

/** As far as the tree of a page is used here (DOM standard, section 4). */
export interface DomNode {
  readonly nodeType: number;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
  readonly textContent: string | null;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly outerHTML: string;
  readonly attributes: { readonly length: number };
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
  /** Moves a node that is elsewhere. */
  appendChild(node: DomNode): void;
  insertBefore(node: DomNode, before: DomNode | null): void;
}

export interface DomDocument extends DomNode {
  readonly documentElement: DomElement;
  readonly body: DomElement | null;
  readonly title: string;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
}

const ELEMENT = 1;
const TEXT = 3;

export const parseHtml = (html: string): DomDocument => createDocument(html, true);

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}

export function isText(node: DomNode): boolean {
  return node.nodeType === TEXT;
}

export function childrenOf(node: DomNode): DomNode[] {
  const children: DomNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

export function elementsOf(node: DomNode): DomElement[] {
  return childrenOf(node).filter(isElement);
}

/** An attribute without white space around it; nothing when it is absent or empty. */
export function attribute(element: DomElement, name: string): string | undefined {
  const value = element.getAttribute(name)?.trim();
  return value === '' ? undefined : value;
}
