import { escapeXmlAttribute } from '../../../io/xml.ts';
import { childAt, type XmlNode } from '../../../io/xml-tree.ts';
import type { Contour } from '../quadratic-pen.ts';
import { damaged } from '../sfnt.ts';
import { INT16, integerOf, integerWithin, numberOf, UINT16, within } from './elements.ts';
import { fixedText } from './fields.ts';
import type { GlyphOrder } from './glyph-order.ts';
import { KEPT_FLAGS, type Component, type Glyph } from './glyph.ts';
import { programIn, programLines } from './instructions.ts';

/** Glyphs of the table `glyf` as elements `TTGlyph` and back. */

const FRACTION_BITS = 14;

export function readGlyphElement(node: XmlNode, order: GlyphOrder): Glyph {
  const contours: Contour[] = [];
  const components: Component[] = [];
  let overlaps = false;
  for (const child of node.children) {
    if (child.name === 'contour') {
      overlaps ||= contours.length === 0 && hasOverlapMark(child);
      contours.push(contourOf(child));
    } else if (child.name === 'component') components.push(componentOf(child, order));
  }
  if (contours.length > 0 && components.length > 0)
    throw damaged(`the glyph ${node.attributes.get('name')} has contours and components at once`);
  const instructions = childAt(node, 'instructions');
  return { contours, components, program: instructions && programIn(instructions), overlaps };
}

function hasOverlapMark({ children: [first] }: XmlNode): boolean {
  return first?.attributes.get('overlap') !== undefined && integerOf(first, 'overlap') !== 0;
}

function contourOf(node: XmlNode): Contour {
  const contour: Contour = { xs: [], ys: [], on: [] };
  for (const point of node.children) {
    if (point.name !== 'pt') continue;
    contour.xs.push(integerWithin(point, 'x', ...INT16));
    contour.ys.push(integerWithin(point, 'y', ...INT16));
    contour.on.push(integerOf(point, 'on') !== 0);
  }
  return contour;
}

function componentOf(node: XmlNode, order: GlyphOrder): Component {
  const has = (name: string): boolean => node.attributes.get(name) !== undefined;
  const isByPoints = has('firstPt');
  const [first, second] = isByPoints
    ? ['firstPt', 'secondPt'].map((name) => integerWithin(node, name, ...UINT16))
    : ['x', 'y'].map((name) => integerWithin(node, name, ...INT16));
  const scale = (name: string): number => within(numberOf(node, name), -2, 2, node.name);
  return {
    glyph: order.glyphIn(node, 'glyphName'),
    flags: integerWithin(node, 'flags', ...UINT16),
    first: first!,
    second: second!,
    isByPoints,
    transform: has('scale01')
      ? [scale('scalex'), scale('scale01'), scale('scale10'), scale('scaley')]
      : has('scalex')
        ? [scale('scalex'), 0, 0, scale('scaley')]
        : has('scale')
          ? [scale('scale'), 0, 0, scale('scale')]
          : undefined,
  };
}

/** `box` are the attributes of the glyph's sides, which are for people alone. */
export function* glyphLines(glyph: Glyph, name: string, names: readonly string[], box: string): Generator<string> {
  const start = `<TTGlyph name="${escapeXmlAttribute(name)}"`;
  const { contours, components, program, overlaps } = glyph;
  if (contours.length === 0 && components.length === 0) return void (yield `${start}/>`);
  yield `${start}${box}>`;
  for (const [index, { xs, ys, on }] of contours.entries()) {
    yield '<contour>';
    for (const [point, x] of xs.entries()) {
      const mark = overlaps && index === 0 && point === 0 ? ' overlap="1"' : '';
      yield `<pt x="${x}" y="${ys[point]}" on="${Number(on[point])}"${mark}/>`;
    }
    yield '</contour>';
  }
  for (const component of components) yield componentLine(component, names);
  if (program?.byteLength) yield* ['<instructions>', ...programLines(program), '</instructions>'];
  else if (program) yield '<instructions/>';
  yield '</TTGlyph>';
}

function componentLine({ glyph, flags, first, second, isByPoints, transform }: Component, names: readonly string[]) {
  const name = names[glyph];
  if (name === undefined) throw damaged('a glyph is made of one that the font does not have');
  const place = isByPoints ? `firstPt="${first}" secondPt="${second}"` : `x="${first}" y="${second}"`;
  const kept = `0x${(flags & KEPT_FLAGS).toString(16)}`;
  return `<component glyphName="${escapeXmlAttribute(name)}" ${place}${scaleText(transform)} flags="${kept}"/>`;
}

function scaleText(transform: Component['transform']): string {
  if (!transform) return '';
  const [xx, xy, yx, yy] = transform.map((value) => fixedText(Math.round(value * 2 ** FRACTION_BITS), FRACTION_BITS));
  if (transform[1] !== 0 || transform[2] !== 0) return ` scalex="${xx}" scale01="${xy}" scale10="${yx}" scaley="${yy}"`;
  return xx === yy ? ` scale="${xx}"` : ` scalex="${xx}" scaley="${yy}"`;
}
