import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { bytesOfBase64 } from '../../io/bytes.ts';
import { inflateRaw, isTooLarge } from '../../io/compression.ts';
import { childAt, childrenNamed, MAX_TREE_CHARS, parseXmlTree, type XmlNode } from '../../io/xml-tree.ts';
import type { Cell, Geometry, Page, Point, Style } from './model.ts';

/* Files of draw.io (diagrams.net): pages in XML, each as it is or packed by raw deflate, base64 and URI escapes. */

/** Shapes and lines of one page. */
const MOST_CELLS = 50_000;
const LARGEST = 1_000_000;

/** The pages of a file, or the one of a bare model. Throws `input_corrupt` and `input_too_complex`. */
export function readPages(xml: string, limits: Limits): Page[] {
  const [root] = parseXmlTree(xml, limits).children;
  if (root?.name === 'mxGraphModel') return [pageOf('', root)];
  const diagrams = childrenNamed(root, 'diagram');
  if (root?.name !== 'mxfile' || diagrams.length === 0) throw corrupt('it has no pages');
  if (diagrams.length > limits.pages) throw tooMany('pages', limits.pages, diagrams.length);
  return diagrams.map((diagram) => pageOf(diagram.attributes.get('name') ?? '', modelOf(diagram, limits)));
}

function modelOf(diagram: XmlNode, limits: Limits): XmlNode {
  const plain = childAt(diagram, 'mxGraphModel');
  if (plain) return plain;
  const packed = diagram.text.trim();
  const model = packed === '' ? undefined : childAt(parseXmlTree(unpacked(packed), limits), 'mxGraphModel');
  if (!model) throw corrupt('a page is empty');
  return model;
}

function unpacked(packed: string): string {
  if (packed.startsWith('<')) return packed;
  try {
    const bytes = inflateRaw(bytesOfBase64(packed), { maxOutputLength: MAX_TREE_CHARS });
    return decodeURIComponent(new TextDecoder().decode(bytes));
  } catch (error) {
    if (isTooLarge(error)) throw tooMany('characters on a page', MAX_TREE_CHARS, MAX_TREE_CHARS + 1);
    throw corrupt('a packed page is damaged', error);
  }
}

function pageOf(name: string, model: XmlNode): Page {
  const nodes = childAt(model, 'root')?.children ?? [];
  if (nodes.length > MOST_CELLS) throw tooMany('shapes', MOST_CELLS, nodes.length);
  const background = model.attributes.get('background');
  return {
    name,
    background: background === undefined || background === 'none' ? undefined : background,
    cells: nodes.flatMap(cellOf),
  };
}

/** A cell, alone or within an object that has its label and data. */
function cellOf(node: XmlNode): readonly Cell[] {
  const cell = node.name === 'mxCell' ? node : childAt(node, 'mxCell');
  if (!cell) return [];
  const { attributes } = cell;
  const label = node.attributes.get('label') ?? attributes.get('value') ?? '';
  return [
    {
      id: node.attributes.get('id') ?? '',
      parent: attributes.get('parent') ?? '',
      kind: attributes.get('edge') === '1' ? 'edge' : attributes.get('vertex') === '1' ? 'vertex' : 'layer',
      style: parseStyle(attributes.get('style') ?? ''),
      label: node.attributes.get('placeholders') === '1' ? withPlaceholders(label, node) : label,
      link: node.attributes.get('link'),
      geometry: geometryOf(childAt(cell, 'mxGeometry')),
      source: attributes.get('source'),
      target: attributes.get('target'),
      isVisible: attributes.get('visible') !== '0',
      isCollapsed: attributes.get('collapsed') === '1',
    },
  ];
}

function withPlaceholders(label: string, { attributes }: XmlNode): string {
  return label.replaceAll(/%(\w+)%/g, (all, name: string) => attributes.get(name) ?? all);
}

export function parseStyle(text: string): Style {
  const style = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) style.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
    else if (part.trim() !== '' && !style.has('name')) style.set('name', part.trim());
  }
  return style;
}

function geometryOf(node: XmlNode | undefined): Geometry {
  const number = (name: string): number => numberOf(node?.attributes.get(name));
  const named = (as: string): Point | undefined => {
    const point = childrenNamed(node, 'mxPoint').find(({ attributes }) => attributes.get('as') === as);
    return point && pointOf(point);
  };
  const points = childrenNamed(node, 'Array').find(({ attributes }) => attributes.get('as') === 'points');
  return {
    ...{ x: number('x'), y: number('y') },
    ...{ width: Math.max(0, number('width')), height: Math.max(0, number('height')) },
    isRelative: node?.attributes.get('relative') === '1',
    offset: named('offset') ?? [0, 0],
    points: childrenNamed(points, 'mxPoint').map(pointOf),
    source: named('sourcePoint'),
    target: named('targetPoint'),
  };
}

function pointOf({ attributes }: XmlNode): Point {
  return [numberOf(attributes.get('x')), numberOf(attributes.get('y'))];
}

function numberOf(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? Math.min(LARGEST, Math.max(-LARGEST, value)) : 0;
}

function corrupt(what: string, cause?: unknown): ConversionError {
  const message = `The diagram cannot be read: ${what}. Open it in draw.io and save it again.`;
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}

function tooMany(limit: string, allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The diagram has ${found.toLocaleString('en')} ${limit}; ${allowed.toLocaleString('en')} are the most. Divide it.`,
    details: { limit, allowed, found },
  });
}
