import { hexColour, fontOf } from '../fonts.ts';
import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import type { ParagraphStyle, Stroke, TextStyle } from '../../opendocument/document.ts';
import { paragraphStyleFrom, textStyleFrom } from '../styles.ts';
import { numberIn, type Elements } from './elements.ts';

/** A style with those that it comes from, the nearest first. */
export type StyleChain = readonly XmlNode[];

const MAX_ANCESTORS = 32;

/** The styles of a document: sheets may be upon each other, and so may styles. */
export class StyleSheets {
  readonly #elements: Elements;
  readonly #idents = new Map<XmlNode, ReadonlyMap<string, XmlNode>>();
  readonly #chains = new Map<XmlNode, StyleChain>();

  constructor(elements: Elements) {
    this.#elements = elements;
  }

  get elements(): Elements {
    return this.#elements;
  }

  /** A style by the name that text and drawings use for it, seen from a sheet. */
  find(name: string | undefined, sheet: XmlNode | undefined): StyleChain {
    if (name === undefined) return [];
    const style = this.#elements.byId(name) ?? this.#byIdent(name, sheet);
    return style ? this.chainOf(style, sheet) : [];
  }

  chainOf(style: XmlNode | undefined, sheet: XmlNode | undefined): StyleChain {
    if (!style) return [];
    const known = this.#chains.get(style);
    if (known) return known;
    const chain: XmlNode[] = [];
    for (let next: XmlNode | undefined = style; next && chain.length < MAX_ANCESTORS && !chain.includes(next);) {
      chain.push(next);
      const parent: string | undefined = next.attributes.get('parent-ident');
      next = parent === undefined ? undefined : this.#byIdent(parent, sheet, next);
    }
    this.#chains.set(style, chain);
    return chain;
  }

  /** By its identifier in a sheet or in those below; not the style itself, which may bear the name of its parent. */
  #byIdent(ident: string, sheet: XmlNode | undefined, self?: XmlNode): XmlNode | undefined {
    const seen = new Set<XmlNode>();
    for (let next = sheet; next && !seen.has(next); next = this.#below(next)) {
      seen.add(next);
      const style = this.#identsOf(next).get(ident);
      if (style && style !== self) return style;
    }
    return undefined;
  }

  #below(sheet: XmlNode): XmlNode | undefined {
    return this.#elements.child(sheet, 'parent');
  }

  #identsOf(sheet: XmlNode): ReadonlyMap<string, XmlNode> {
    const known = this.#idents.get(sheet);
    if (known) return known;
    const found = new Map<string, XmlNode>();
    const waiting = [...sheet.children];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const ident = node.attributes.get('ident');
      if (ident !== undefined && !found.has(ident)) found.set(ident, node);
      waiting.push(...node.children);
    }
    this.#idents.set(sheet, found);
    return found;
  }
}

/** The element that holds a property's value. An empty one says that there is none, whatever the parents say. */
export function propertyOf(chain: StyleChain, name: string): XmlNode | undefined {
  for (const style of chain) {
    const property = childAt(style, 'property-map', name);
    if (property) return property.children.find((child) => child.name !== 'null' && child.name !== '#text');
  }
  return undefined;
}

function numberOf(chain: StyleChain, name: string): number | undefined {
  return numberIn(propertyOf(chain, name), 'number');
}

function flagOf(chain: StyleChain, name: string): boolean | undefined {
  const value = numberOf(chain, name);
  return value === undefined ? undefined : value !== 0;
}

/** `calibrated-rgb`, `calibrated-white` or `device-cmyk`; undefined where nothing would be seen of it. */
function colourOf(node: XmlNode | undefined): string | undefined {
  if (!node || (numberIn(node, 'a') ?? 1) < 0.05) return undefined;
  const [red, green, blue] = ['r', 'g', 'b'].map((name) => numberIn(node, name));
  if (red !== undefined) return hexColour(red, green ?? 0, blue ?? 0);
  const white = numberIn(node, 'w');
  if (white !== undefined) return hexColour(white, white, white);
  const [cyan, magenta, yellow, black = 0] = ['c', 'm', 'y', 'k'].map((name) => numberIn(node, name) ?? 0);
  if (cyan === undefined || node.attributes.get('c') === undefined) return undefined;
  return hexColour((1 - cyan) * (1 - black), (1 - magenta!) * (1 - black), (1 - yellow!) * (1 - black));
}

export function textStyleOf(chain: StyleChain): TextStyle {
  const fontName = propertyOf(chain, 'fontName')?.attributes.get('string');
  return textStyleFrom({
    font: fontName === undefined ? {} : fontOf(fontName),
    size: numberOf(chain, 'fontSize'),
    bold: flagOf(chain, 'bold'),
    italic: flagOf(chain, 'italic'),
    underline: numberOf(chain, 'underline'),
    strike: numberOf(chain, 'strikethru'),
    colour: colourOf(propertyOf(chain, 'fontColor')),
    background: colourOf(propertyOf(chain, 'textBackground')),
    position: numberOf(chain, 'superscript'),
    capitals: numberOf(chain, 'capitalization'),
  });
}

export function paragraphStyleOf(chain: StyleChain): ParagraphStyle {
  const spacing = propertyOf(chain, 'lineSpacing');
  return paragraphStyleFrom({
    alignment: numberOf(chain, 'alignment'),
    left: numberOf(chain, 'leftIndent'),
    right: numberOf(chain, 'rightIndent'),
    firstLine: numberOf(chain, 'firstLineIndent'),
    before: numberOf(chain, 'spaceBefore'),
    after: numberOf(chain, 'spaceAfter'),
    lineHeight: { amount: numberIn(spacing, 'amt'), isRelative: spacing?.attributes.get('mode') === 'relative' },
    background: colourOf(propertyOf(chain, 'paragraphFill')),
    breakBefore: flagOf(chain, 'pageBreakBefore'),
    keepWithNext: flagOf(chain, 'keepWithNext'),
    text: textStyleOf(chain),
  });
}

/** Level in the outline from 1; undefined for text that belongs to none. */
export function headingOf(chain: StyleChain): number | undefined {
  const name = chain.map((style) => style.attributes.get('name')).find((found) => found !== undefined) ?? '';
  const numbered = /^Heading (\d)\b/.exec(name);
  if (numbered) return Math.min(6, Math.max(1, Number(numbered[1])));
  return name === 'Title' ? 1 : undefined;
}

/** A line around or along something; undefined where there is none. */
export function strokeOf(chain: StyleChain): Stroke | undefined {
  const stroke = propertyOf(chain, 'stroke');
  const colour = colourOf(childAt(stroke, 'color'));
  const pattern = childAt(stroke, 'pattern')?.attributes.get('type') ?? 'solid';
  const width = numberIn(stroke, 'width') ?? 0;
  if (!stroke || colour === undefined || pattern === 'empty' || width <= 0) return undefined;
  return { colour, width, ...(pattern === 'solid' ? {} : { dashed: true }) };
}

/** One colour for what something is filled with: of a gradient, the one in which it begins. */
export function fillOf(chain: StyleChain): string | undefined {
  const fill = propertyOf(chain, 'fill');
  if (!fill || (numberOf(chain, 'opacity') ?? 1) < 0.05) return undefined;
  if (fill.name === 'color') return colourOf(fill);
  return colourOf(childAt(fill, 'stops', 'gradient-stop', 'color'));
}
