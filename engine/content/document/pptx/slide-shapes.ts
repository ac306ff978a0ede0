import { childAt, type XmlNode } from '../../../io/xml-tree.ts';
import type { Frame } from '../model.ts';
import type { Placed } from '../reading-order.ts';

/** A shape of a slide, taken out of its groups. */
export interface Shape {
  readonly node: XmlNode;
  /** Type of its placeholder (`title`, `body` …), or undefined where it is none. */
  readonly placeholder: string | undefined;
  /** What it shows in words, for those who cannot see it. */
  readonly alternative: string;
  /** What says where a click on it leads. */
  readonly click: XmlNode | undefined;
}

/** How a group places what is in it (ECMA-376 20.1.7.5). */
interface Group {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

/** Of one degree (ECMA-376, 20.1.10.3). */
const ANGLE_UNITS = 60_000;
const WHOLE: Group = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
const SHAPES = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'contentPart']);

/** Boxes of placeholders by type and index: slides take them from their layout. */
export type PlaceholderBoxes = ReadonlyMap<string, Frame>;

/** The shapes of a slide with their places; groups are dissolved, and of alternatives the first is taken. */
export function shapesOf(slide: XmlNode, boxes: PlaceholderBoxes): Placed<Shape>[] {
  const tree = childAt(slide.children[0], 'cSld', 'spTree');
  return tree ? collect(tree, WHOLE, boxes) : [];
}

function collect(parent: XmlNode, frame: Group, boxes: PlaceholderBoxes): Placed<Shape>[] {
  return parent.children.flatMap((node): Placed<Shape>[] => {
    if (node.name === 'AlternateContent') return collect(node.children[0] ?? node, frame, boxes);
    if (node.name === 'grpSp') return collect(node, frameOf(childAt(node, 'grpSpPr', 'xfrm'), frame), boxes);
    return SHAPES.has(node.name) ? [placedShape(node, frame, boxes)] : [];
  });
}

function placedShape(node: XmlNode, frame: Group, boxes: PlaceholderBoxes): Placed<Shape> {
  const own = propertiesOf(node);
  const placeholder = childAt(own, 'nvPr', 'ph');
  const type = placeholder && (placeholder.attributes.get('type') ?? 'obj');
  const transform = childAt(node, 'spPr', 'xfrm') ?? childAt(node, 'xfrm');
  const inherited = placeholder && boxes.get(placeholderKey(placeholder));
  const about = childAt(own, 'cNvPr');
  const alternative = about?.attributes.get('descr') ?? about?.attributes.get('title') ?? '';
  const click = childAt(about, 'hlinkClick');
  return { item: { node, placeholder: type, alternative, click }, box: boxOf(transform, frame) ?? inherited };
}

/** `nvSpPr`, `nvPicPr`, `nvGraphicFramePr` … : the same by many names. */
function propertiesOf(node: XmlNode): XmlNode | undefined {
  return node.children.find(({ name }) => /^nv\w*Pr$/.test(name));
}

/** The places of the placeholders of a layout or a master. */
export function placeholderBoxes(layout: XmlNode): PlaceholderBoxes {
  const boxes = new Map<string, Frame>();
  for (const { item, box } of shapesOf(layout, new Map())) {
    const placeholder = childAt(propertiesOf(item.node), 'nvPr', 'ph');
    if (placeholder && box) boxes.set(placeholderKey(placeholder), box);
  }
  return boxes;
}

/** Placeholders belong together by their index, and titles by their type. */
function placeholderKey({ attributes }: XmlNode): string {
  const type = attributes.get('type') ?? '';
  return /title/i.test(type) ? 'title' : `${attributes.get('idx') ?? type}`;
}

function boxOf(transform: XmlNode | undefined, frame: Group): Frame | undefined {
  const offset = childAt(transform, 'off');
  const size = childAt(transform, 'ext');
  if (!offset || !size) return undefined;
  const angle = numberOf(transform!, 'rot') / ANGLE_UNITS;
  return {
    x: frame.x + numberOf(offset, 'x') * frame.scaleX,
    y: frame.y + numberOf(offset, 'y') * frame.scaleY,
    width: numberOf(size, 'cx') * frame.scaleX,
    height: numberOf(size, 'cy') * frame.scaleY,
    ...(angle !== 0 && { angle: ((angle % 360) + 360) % 360 }),
  };
}

function frameOf(transform: XmlNode | undefined, outer: Group): Group {
  const box = boxOf(transform, outer);
  const inner = childAt(transform, 'chOff');
  const innerSize = childAt(transform, 'chExt');
  if (!box || !inner || !innerSize) return outer;
  const scaleX = box.width / (numberOf(innerSize, 'cx') || 1);
  const scaleY = box.height / (numberOf(innerSize, 'cy') || 1);
  return { scaleX, scaleY, x: box.x - numberOf(inner, 'x') * scaleX, y: box.y - numberOf(inner, 'y') * scaleY };
}

function numberOf({ attributes }: XmlNode, name: string): number {
  return Number(attributes.get(name) ?? 0) || 0;
}
