import { childrenOf, isElement, isText, type DomElement, type DomNode } from '../html/dom.ts';

/**
 * Puts what stands between the items of lists into the item before it, and what stands before the first into that one:
 * XHTML has nothing but items in a list, and browsers show the rest as a part of these.
 */
export function repairLists(document: Pick<DomElement, 'querySelectorAll'>): void {
  for (const list of Array.from(document.querySelectorAll('ul,ol,menu,dir'))) repairList(list);
}

function repairList(list: DomElement): void {
  const children = childrenOf(list);
  const first = children.find(isItem);
  if (!first) return;
  const anchor = childrenOf(first)[0] ?? null;
  let item: DomElement | undefined;
  for (const child of children) {
    if (isItem(child)) item = child;
    else if (isBlank(child)) continue;
    else if (item) item.appendChild(child);
    else first.insertBefore(child, anchor);
  }
}

function isItem(node: DomNode): node is DomElement {
  return isElement(node) && node.localName === 'li';
}

function isBlank(node: DomNode): boolean {
  return !isElement(node) && !(isText(node) && (node.textContent ?? '').trim() !== '');
}
