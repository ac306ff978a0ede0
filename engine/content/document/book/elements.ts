import { childrenOf, isElement, type DomElement } from '../html/dom.ts';

export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr image'.split(' '),
);
/** Elements that go with everything in them. */
export const DROPPED: ReadonlySet<string> = new Set(
  'script style head template iframe frame embed canvas audio video input button select textarea title link meta base param source track map area noembed noframes colgroup col'.split(
    ' ',
  ),
);
const BLOCKS: ReadonlySet<string> = new Set(
  'p div section aside figure figcaption blockquote h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th pre hr'.split(
    ' ',
  ),
);
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br cite code dfn em i kbd mark q rp rt ruby s samp small span strong sub sup u var wbr del ins'.split(
    ' ',
  ),
);
const RENAMED: Readonly<Record<string, string>> = {
  article: 'div',
  main: 'div',
  header: 'div',
  footer: 'div',
  nav: 'div',
  address: 'div',
  hgroup: 'div',
  center: 'div',
  form: 'div',
  fieldset: 'div',
  details: 'div',
  summary: 'div',
  listing: 'pre',
  xmp: 'pre',
  dir: 'ul',
  menu: 'ul',
  font: 'span',
  big: 'span',
  label: 'span',
  time: 'span',
  data: 'span',
  tt: 'code',
  strike: 's',
  acronym: 'abbr',
};
/** Where each may be; elsewhere it is a plain block. */
const PARENTS: Readonly<Record<string, RegExp>> = {
  li: /^(?:ul|ol|menu|dir)$/,
  dt: /^dl$/,
  dd: /^dl$/,
  figcaption: /^figure$/,
  caption: /^table$/,
};

export function isBlock(name: string): boolean {
  return BLOCKS.has(name);
}

/**
 * What an element of HTML is called in a book; nothing where only its content stays. Formatting that goes around blocks
 * becomes a block itself, which is the only place where XHTML allows those.
 */
export function outputNameOfElement(element: DomElement, place: 'flow' | 'phrasing'): string | undefined {
  const name = RENAMED[element.localName] ?? element.localName;
  if (PARENTS[name] && !PARENTS[name].test(parentName(element))) return place === 'flow' ? 'div' : undefined;
  if (BLOCKS.has(name)) return blockName(element, name, place);
  if (!INLINE.has(name)) return undefined;
  if (name === 'a' && isInLink(element)) return 'span';
  return holdsBlock(element, MAX_INLINE_DEPTH) ? (place === 'flow' ? 'div' : undefined) : name;
}

function blockName(element: DomElement, name: string, place: 'flow' | 'phrasing'): string | undefined {
  if (place === 'phrasing') return undefined;
  // In pages without a document type a table does not end the paragraph before it.
  if (name === 'p' && holdsBlock(element, MAX_INLINE_DEPTH)) return 'div';
  const isEmptyList = /^(?:ul|ol|dl)$/.test(name) && !hasOnlyItems(element);
  return isEmptyList ? 'div' : name;
}

function hasOnlyItems(element: DomElement): boolean {
  const children = childrenOf(element);
  const elements = children.filter(isElement);
  const isItem = /^(?:ul|ol|menu|dir)$/.test(element.localName) ? /^li$/ : /^d[td]$/;
  const hasText = children.some(
    (child) => !isElement(child) && child.nodeType === 3 && (child.textContent ?? '').trim() !== '',
  );
  return elements.length > 0 && !hasText && elements.every(({ localName }) => isItem.test(localName));
}

function parentName(element: DomElement): string {
  const parent = element.parentNode;
  return parent && isElement(parent) && hasOnlyItemsOrTable(parent) ? parent.localName : '';
}

function hasOnlyItemsOrTable(parent: DomElement): boolean {
  return /^(?:table|figure)$/.test(parent.localName) || hasOnlyItems(parent);
}

function isInLink(element: DomElement): boolean {
  for (let parent = element.parentNode; parent; parent = parent.parentNode)
    if (isElement(parent) && parent.localName === 'a') return true;
  return false;
}

/** Formatting in formatting: deeper blocks are not looked for. */
const MAX_INLINE_DEPTH = 64;

function holdsBlock(element: DomElement, depth: number): boolean {
  if (depth === 0) return false;
  return childrenOf(element).some((child) => {
    if (!isElement(child) || /^(?:svg|math)$/.test(child.localName)) return false;
    return BLOCKS.has(RENAMED[child.localName] ?? child.localName) || holdsBlock(child, depth - 1);
  });
}
