import { call } from '../markup.ts';
import {
  attribute,
  childrenOf,
  elementsOf,
  isElement,
  isText,
  type DomElement,
  type DomNode,
} from '../../../content/document/html/dom.ts';
import { checkbox } from './inline.ts';
import type { Page } from './page.ts';
import { inBox, MAX_BOXES, within, type Scope } from './scope.ts';
import { blockRules } from './text-style.ts';

/** Writes what is in a container. */
export type Flow = (nodes: readonly DomNode[], scope: Scope, page: Page) => string;

const NUMBERINGS: Readonly<Record<string, string>> = {
  a: 'a.',
  'lower-alpha': 'a.',
  'lower-latin': 'a.',
  A: 'A.',
  'upper-alpha': 'A.',
  'upper-latin': 'A.',
  i: 'i.',
  'lower-roman': 'i.',
  I: 'I.',
  'upper-roman': 'I.',
};
const MARKERS: Readonly<Record<string, string>> = { circle: '◦', square: '▪', disc: '•' };
const INDENT = 18;

/** The items of `ul` and `ol`; what is between them by mistake is an item too. */
export function listOf(list: DomElement, scope: Scope, page: Page, flow: Flow): string {
  const items = itemsOf(list, page);
  if (items.length === 0) return '';
  if (scope.boxes >= MAX_BOXES) return items.map((item) => contentOf(item, scope, page, flow)).join('\n\n');
  const inner = inBox(scope, scope.width - INDENT);
  const isLoose = items.some(({ nodes }) => nodes.some((node) => isElement(node) && node.localName === 'p'));
  const tight = `tight: ${!isLoose}`;
  const kind = kindOf(list, page);
  if (items.every(({ box }) => box !== undefined)) return tasksOf(items, inner, page, flow);
  if (kind === 'none') return unmarked(items, scope, page, flow);
  if (list.localName !== 'ol') {
    const marker = MARKERS[kind ?? ''];
    const contents = items.map((item) => `[${contentOf(item, inner, page, flow)}]`);
    return call('list', [tight, ...(marker === undefined ? [] : [`marker: [${marker}]`]), ...contents]);
  }
  const numbers = numbersOf(list, items);
  const contents = items.map((item, index) => `enum.item(${numbers[index]})[${contentOf(item, inner, page, flow)}]`);
  return call('enum', [tight, `numbering: "${NUMBERINGS[kind ?? ''] ?? '1.'}"`, ...contents]);
}

interface Item {
  readonly element?: DomElement;
  readonly nodes: readonly DomNode[];
  /** The item begins with a box to tick: whether it is ticked. */
  readonly box?: boolean;
}

function itemsOf(list: DomElement, page: Page): Item[] {
  return childrenOf(list).flatMap((node): Item[] => {
    if (!isElement(node)) return isText(node) && (node.textContent ?? '').trim() !== '' ? [{ nodes: [node] }] : [];
    if (!page.isShown(node, page.styleOf(node))) return [];
    return [node.localName === 'li' ? itemOf(node) : { nodes: [node] }];
  });
}

function itemOf(element: DomElement): Item {
  const nodes = childrenOf(element);
  const [first] = nodes.filter((node) => !isText(node) || (node.textContent ?? '').trim() !== '');
  const holder = first && isElement(first) && /^(?:p|label)$/.test(first.localName) ? first : element;
  const box = childrenOf(holder).find((node) => !isText(node) || (node.textContent ?? '').trim() !== '');
  const isBox = box && isElement(box) && box.localName === 'input' && attribute(box, 'type') === 'checkbox';
  if (!isBox) return { element, nodes };
  const rest = holder === element ? nodes : [...childrenOf(holder), ...nodes.filter((node) => node !== holder)];
  return { element, nodes: rest.filter((node) => node !== box), box: box.hasAttribute('checked') };
}

function contentOf({ element, nodes }: Item, scope: Scope, page: Page, flow: Flow): string {
  if (!element) return flow(nodes, scope, page);
  const style = page.styleOf(element);
  const label = page.labelOf(element);
  return blockRules(style, scope) + label + flow(nodes, within(scope, style), page);
}

function kindOf(list: DomElement, page: Page): string | undefined {
  const first = elementsOf(list).find(({ localName }) => localName === 'li');
  const kind =
    (first && page.styleOf(first).get('list-style-type')) ??
    page.styleOf(list).get('list-style-type') ??
    attribute(list, 'type');
  return kind !== undefined && kind.length > 1 ? kind.toLowerCase() : kind;
}

function numbersOf(list: DomElement, items: readonly Item[]): number[] {
  const isReversed = list.hasAttribute('reversed');
  let next = Number.parseInt(attribute(list, 'start') ?? '', 10);
  if (!Number.isFinite(next)) next = isReversed ? items.length : 1;
  return items.map(({ element }) => {
    const own = Number.parseInt((element && attribute(element, 'value')) ?? '', 10);
    const number = Math.max(0, Math.min(999_999, Number.isFinite(own) ? own : next));
    next = number + (isReversed ? -1 : 1);
    return number;
  });
}

function tasksOf(items: readonly Item[], scope: Scope, page: Page, flow: Flow): string {
  const cells = items.flatMap((item) => [
    `[${checkbox(item.box === true)}]`,
    `[${contentOf(item, scope, page, flow)}]`,
  ]);
  const grid = call('grid', ['columns: (auto, 1fr)', 'column-gutter: 0.6em', 'row-gutter: 0.68em', ...cells]);
  return call('pad', ['left: 0.4em'], grid);
}

function unmarked(items: readonly Item[], scope: Scope, page: Page, flow: Flow): string {
  return items.map((item) => call('block', ['spacing: 0.68em'], contentOf(item, scope, page, flow))).join('\n');
}

/** The terms of `dl` with what they mean, each on lines of its own. */
export function termsOf(list: DomElement, scope: Scope, page: Page, flow: Flow): string {
  const inner = inBox(scope, scope.width - INDENT);
  const parts = elementsOf(list).flatMap((child) => (child.localName === 'div' ? elementsOf(child) : [child]));
  return parts
    .map((part) => {
      const style = page.styleOf(part);
      if (!page.isShown(part, style)) return '';
      const isTerm = part.localName === 'dt';
      const content = contentOf({ element: part, nodes: childrenOf(part) }, isTerm ? scope : inner, page, flow);
      if (content === '' || scope.boxes >= MAX_BOXES) return content;
      return isTerm
        ? call('block', ['above: 1.05em', 'below: 0.68em', 'sticky: true'], call('strong', [], content))
        : call('pad', ['left: 1.4em'], call('block', ['spacing: 0.68em'], content));
    })
    .join('\n');
}
