import { imageOf } from '../images.ts';
import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Block, Drawing, DrawingContent, Frame, Image } from '../../opendocument/document.ts';
import { numberIn } from './elements.ts';
import { fillOf, propertyOf, strokeOf, type StyleChain } from './styles.ts';
import { readTable } from './tables.ts';
import { readStorage, type TextContext } from './text.ts';

/** What the drawings of a document need of it, and what could not be taken over. */
export interface DrawingContext {
  readonly text: TextContext;
  readonly sheet: XmlNode | undefined;
  readonly file: (name: string) => Uint8Array | undefined;
  readonly lost: (what: 'image' | 'media' | 'chart') => void;
}

interface Offset {
  readonly x: number;
  readonly y: number;
}

const MAX_GROUP_DEPTH = 16;
const ORIGIN: Offset = { x: 0, y: 0 };
const DEFAULT_SIZE = 100;

/** What a drawable draws: a group its members, each in its own place. */
export function readDrawable(
  reference: XmlNode,
  context: DrawingContext,
  offset: Offset = ORIGIN,
  depth = 0,
): Drawing[] {
  context.text.take();
  const { elements } = context.text.styles;
  const node = elements.resolve(reference);
  if (!node || depth > MAX_GROUP_DEPTH) return [];
  const frame = frameOf(childAt(node, 'geometry'), offset);
  switch (node.name) {
    case 'drawable-shape':
    case 'shape':
    case 'connection-line':
    case 'body-placeholder':
    case 'title-placeholder':
      return [shapeOf(node, frame, context)];
    case 'media':
    case 'image':
      return imageDrawing(node, frame, context);
    case 'tabular-info': {
      const table = readTable(elements.child(node, 'tabular-model'), context.sheet, context.text);
      return table ? [{ frame, content: { kind: 'table', table } }] : [];
    }
    case 'group':
      return node.children.flatMap((child) => readDrawable(child, context, { x: frame.x, y: frame.y }, depth + 1));
    case 'chart-info':
      context.lost('chart');
      return [];
  }
  return [];
}

export function frameOf(geometry: XmlNode | undefined, { x, y }: Offset): Frame {
  const size = childAt(geometry, 'size') ?? childAt(geometry, 'naturalSize');
  const position = childAt(geometry, 'position');
  const angle = numberIn(geometry, 'angle');
  return {
    x: x + (numberIn(position, 'x') ?? 0),
    y: y + (numberIn(position, 'y') ?? 0),
    width: sizeIn(size, 'w'),
    height: sizeIn(size, 'h'),
    ...(angle ? { angle } : {}),
  };
}

function sizeIn(node: XmlNode | undefined, name: string): number {
  const value = numberIn(node, name) ?? DEFAULT_SIZE;
  return value >= 0 && value < 100_000 ? value : DEFAULT_SIZE;
}

function graphicChain(node: XmlNode, { text, sheet }: DrawingContext): StyleChain {
  const holder = childAt(node, 'style');
  const style = holder?.children.find(({ name }) => name !== '#text');
  return text.styles.chainOf(text.styles.elements.resolve(style), sheet);
}

function shapeOf(node: XmlNode, frame: Frame, context: DrawingContext): Drawing {
  const chain = graphicChain(node, context);
  const stroke = strokeOf(chain);
  const fill = fillOf(chain);
  const text = textIn(node, context);
  const path = pathOf(node, frame);
  const isBox = path === undefined || isRectangle(path, frame);
  const content: DrawingContent =
    isBox && (text.length > 0 || path === undefined)
      ? { kind: 'box', text }
      : { kind: 'shape', path: path ?? rectanglePath(frame), text };
  return {
    frame,
    content,
    ...(fill === undefined || node.name === 'connection-line' ? {} : { fill }),
    ...(stroke === undefined ? {} : { stroke }),
    ...(node.attributes.get('can-autosize-h') === 'true' ? { isUnbroken: true } : {}),
    ...boxLayout(node, context, chain),
  };
}

/** The paragraphs in a shape; none where all that is there is an empty one. */
export function textIn(node: XmlNode, context: DrawingContext): Block[] {
  const storage = childAt(node, 'text', 'text-storage') ?? childAt(node, 'text', 'text-storage-ref');
  const inner = { ...context.text, depth: context.text.depth + 1, hasOutline: false };
  const blocks = readStorage(storage, inner);
  return blocks.some((block) => block.kind === 'table' || block.content.length > 0) ? blocks : [];
}

/** Where text is in its box, and how far from its edge. */
function boxLayout(node: XmlNode, context: DrawingContext, chain: StyleChain): Pick<Drawing, 'anchor' | 'padding'> {
  const name = childAt(node, 'text')?.attributes.get('layoutstyle');
  const own = context.text.styles.find(name, context.sheet);
  return own.length > 0 ? layoutIn(own) : anchorOf(chain, context);
}

/** The same by the layout that a style of shapes or placeholders brings along. */
export function anchorOf(chain: StyleChain, { text, sheet }: DrawingContext): Pick<Drawing, 'anchor' | 'padding'> {
  const layout = text.styles.elements.resolve(propertyOf(chain, 'layoutStyle'));
  return layoutIn(text.styles.chainOf(layout, sheet));
}

function layoutIn(chain: StyleChain): Pick<Drawing, 'anchor' | 'padding'> {
  const anchor = ANCHORS[numberIn(propertyOf(chain, 'verticalAlignment'), 'number') ?? 0];
  const padding = numberIn(propertyOf(chain, 'padding'), 'left');
  return { ...(anchor === undefined ? {} : { anchor }), ...(padding === undefined ? {} : { padding }) };
}

const ANCHORS: Readonly<Record<number, Drawing['anchor']>> = { 0: 'top', 1: 'middle', 2: 'bottom' };

/** The outline as an SVG path, in the size in which the shape is drawn. */
function pathOf(node: XmlNode, frame: Frame): string | undefined {
  const source = childAt(node, 'path')?.children.find(({ name }) => name !== '#text');
  const path = childAt(source, 'bezier')?.attributes.get('path');
  if (path === undefined) return undefined;
  const natural = childAt(node, 'geometry', 'naturalSize');
  const scale = { x: frame.width / sizeIn(natural, 'w') || 1, y: frame.height / sizeIn(natural, 'h') || 1 };
  let isVertical = false;
  return path.replaceAll(/[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g, (token) => {
    if (/^[A-Za-z]$/.test(token)) {
      isVertical = false;
      return token;
    }
    const value = Number(token) * (isVertical ? scale.y : scale.x);
    isVertical = !isVertical;
    return String(Math.round(value * 1000) / 1000);
  });
}

function rectanglePath({ width, height }: Frame): string {
  return `M 0 0 L ${width} 0 L ${width} ${height} L 0 ${height} Z`;
}

function isRectangle(path: string, { width, height }: Frame): boolean {
  const corners =
    path
      .replace(/Z\s*M\s+0\s+0\s*$/, 'Z')
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? [];
  const wanted = rectanglePath({ x: 0, y: 0, width, height })
    .match(/-?[\d.]+/g)!
    .map(Number);
  return (
    !/[CcQq]/.test(path) &&
    corners.length === 8 &&
    wanted.every((value, index) => Math.abs(value - corners[index]!) < 0.5)
  );
}

function imageDrawing(node: XmlNode, frame: Frame, context: DrawingContext): Drawing[] {
  const content = childAt(node, 'content');
  if (content?.children.some(({ name }) => name.startsWith('movie') || name.startsWith('audio'))) {
    context.lost('media');
  }
  for (const data of dataOf(content ?? node, context)) {
    const image = readImage(data, context);
    const alternative = node.attributes.get('accessibility-description');
    if (image) {
      return [{ frame, content: { kind: 'image', image }, ...(alternative === undefined ? {} : { alternative }) }];
    }
  }
  context.lost('image');
  return [];
}

/** The files of an image, the one that is shown first; behind it may be what it was made of. */
function dataOf(node: XmlNode, context: DrawingContext, depth = 0): XmlNode[] {
  context.text.take();
  const { elements } = context.text.styles;
  if (depth > MAX_GROUP_DEPTH) return [];
  const found: XmlNode[] = [];
  for (const child of node.children) {
    const resolved = elements.resolve(child);
    if (!resolved) continue;
    if (resolved.name === 'data') found.push(resolved);
    else if (!SIDE_FILES.has(resolved.name)) found.push(...dataOf(resolved, context, depth + 1));
  }
  return found;
}

const SIDE_FILES = new Set(['style', 'geometry', 'wrap', 'stylesheet', 'movie', 'self-contained-movie', 'audio']);

function readImage(data: XmlNode, { file }: DrawingContext): Image | undefined {
  const path = data.attributes.get('path');
  const bytes = path === undefined ? undefined : file(path);
  return bytes && imageOf(path!, bytes);
}
