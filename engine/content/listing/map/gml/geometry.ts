import { childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { corrupt, type ValueBudget } from '../../failures.ts';
import type { Geometry, Position } from '../features.ts';

/* Geometries of GML 2.1.2 (OGC 02-069), 3.1.1 and 3.2.1 (OGC 07-036): points, straight lines and areas. */

const GEOMETRIES: ReadonlySet<string> = new Set([
  ...([
    'Point',
    'LineString',
    'LinearRing',
    'Curve',
    'CompositeCurve',
    'OrientableCurve',
    'Polygon',
    'Surface',
  ] as const),
  ...([
    'CompositeSurface',
    'PolyhedralSurface',
    'MultiPoint',
    'MultiLineString',
    'MultiCurve',
    'MultiPolygon',
  ] as const),
  ...([
    'MultiSurface',
    'MultiGeometry',
    'Box',
    'Envelope',
    'Solid',
    'MultiSolid',
    'TriangulatedSurface',
    'Tin',
  ] as const),
]);
const PARTS = /^(point|lineString|curve|polygon|surface|geometry)Members?$/;
const MOST_NESTED = 16;

/** The outermost geometry inside of a property. */
export function isGeometry({ name }: XmlNode): boolean {
  return GEOMETRIES.has(name);
}

export interface Reading {
  readonly budget: ValueBudget;
  /** Numbers of a position, and whether the first two are turned. */
  readonly dimension: number | undefined;
  readonly isNorthFirst: boolean;
}

/** Undefined for a geometry of arcs or solids, or one without positions: whether it has any is told apart by the caller. */
export function geometryOfNode(node: XmlNode, reading: Reading, depth = 0): Geometry | undefined {
  if (depth > MOST_NESTED) throw corrupt('its geometries are nested too deep');
  const inner = inDimension(node, reading);
  const { name } = node;
  const partsOfNode = (): Geometry[] =>
    node.children
      .filter((child) => PARTS.test(child.name))
      .flatMap((member) => member.children.flatMap((part) => geometryOfNode(part, inner, depth + 1) ?? []));
  switch (name) {
    case 'Point': {
      const [position] = positionsOf(node, inner);
      return position && { type: 'Point', coordinates: position };
    }
    case 'LineString':
    case 'LinearRing':
      return line(positionsOf(node, inner));
    case 'Curve':
    case 'CompositeCurve':
    case 'OrientableCurve':
    case 'Ring': {
      const positions = curveOf(node, inner, depth);
      return positions && line(positions);
    }
    case 'Polygon':
    case 'PolygonPatch':
    case 'Triangle':
    case 'Rectangle': {
      const rings = ringsOf(node, inner, depth);
      return rings && rings.length > 0 ? { type: 'Polygon', coordinates: rings } : undefined;
    }
    case 'Surface':
    case 'PolyhedralSurface':
    case 'TriangulatedSurface':
    case 'Tin': {
      const patches = node.children
        .filter((child) => /^(patches|polygonPatches|trianglePatches)$/.test(child.name))
        .flatMap(({ children }) => children);
      return joined(
        'Polygon',
        patches.map((patch) => geometryOfNode(patch, inner, depth + 1)),
      );
    }
    case 'CompositeSurface':
      return joined('Polygon', partsOfNode());
    case 'Box':
    case 'Envelope':
      return boxOf(node, inner);
    case 'MultiPoint':
      return many('Point', partsOfNode());
    case 'MultiLineString':
    case 'MultiCurve':
      return many('LineString', partsOfNode());
    case 'MultiPolygon':
    case 'MultiSurface':
      return many('Polygon', partsOfNode());
    case 'MultiGeometry': {
      const geometries = partsOfNode();
      return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : undefined;
    }
    default:
      return undefined;
  }
}

function inDimension(node: XmlNode, reading: Reading): Reading {
  const said = Number(node.attributes.get('srsDimension') ?? node.attributes.get('dimension') ?? Number.NaN);
  return said >= 2 && said <= 4 ? { ...reading, dimension: said } : reading;
}

function line(positions: readonly Position[]): Geometry | undefined {
  return positions.length === 0 ? undefined : { type: 'LineString', coordinates: positions };
}

/** One of a kind is itself; several are one geometry of many; surfaces of several patches too. */
function joined(kind: 'Polygon', parts: readonly (Geometry | undefined)[]): Geometry | undefined {
  if (parts.includes(undefined)) return undefined;
  return parts.length === 1 ? parts[0] : many(kind, parts as readonly Geometry[]);
}

function many(kind: 'Point' | 'LineString' | 'Polygon', parts: readonly Geometry[]): Geometry | undefined {
  if (parts.length === 0) return undefined;
  const flat = parts.flatMap((part) =>
    part.type === `Multi${kind}`
      ? (part as { coordinates: readonly unknown[] }).coordinates.map(
          (coordinates) => ({ type: kind, coordinates }) as Geometry,
        )
      : [part],
  );
  if (flat.some(({ type }) => type !== kind)) return { type: 'GeometryCollection', geometries: parts };
  return {
    type: `Multi${kind}`,
    coordinates: flat.map((part) => (part as { coordinates: unknown }).coordinates),
  } as Geometry;
}

/** The positions of a curve, segment by segment; undefined where one is an arc. */
function curveOf(node: XmlNode, reading: Reading, depth: number): readonly Position[] | undefined {
  if (depth > MOST_NESTED) throw corrupt('its geometries are nested too deep');
  const inner = inDimension(node, reading);
  if (/^(LineString|LinearRing|LineStringSegment|GeodesicString)$/.test(node.name)) return positionsOf(node, inner);
  const parts = node.children
    .filter(({ name }) => /^(segments|curveMembers?|baseCurve)$/.test(name))
    .flatMap((member) => member.children);
  if (!/^(Curve|CompositeCurve|OrientableCurve|Ring)$/.test(node.name) || parts.length === 0) return undefined;
  const positions: Position[] = [];
  for (const part of parts) {
    const found = curveOf(part, inner, depth + 1);
    if (!found) return undefined;
    const last = positions.at(-1);
    const isShared = last !== undefined && found[0]?.every((number, axis) => number === last[axis]) === true;
    for (const position of isShared ? found.slice(1) : found) positions.push(position);
  }
  return node.attributes.get('orientation') === '-' ? positions.reverse() : positions;
}

const RINGS = /^(exterior|interior|outerBoundaryIs|innerBoundaryIs)$/;

function ringsOf(node: XmlNode, reading: Reading, depth: number): (readonly Position[])[] | undefined {
  const bounds = node.children.filter(({ name }) => RINGS.test(name));
  const isOuter = ({ name }: XmlNode): boolean => name === 'exterior' || name === 'outerBoundaryIs';
  const inOrder = [...bounds.filter(isOuter), ...bounds.filter((bound) => !isOuter(bound))];
  const rings: (readonly Position[])[] = [];
  for (const bound of inOrder)
    for (const ring of bound.children) {
      const positions = curveOf(ring, inDimension(bound, reading), depth + 1);
      if (!positions) return undefined;
      if (positions.length > 0) rings.push(positions);
    }
  return rings;
}

function boxOf(node: XmlNode, reading: Reading): Geometry | undefined {
  const corners = ['lowerCorner', 'upperCorner'].flatMap((name) =>
    childrenNamed(node, name).map((corner) => placed(numbersOf(corner.text), reading)),
  );
  const [low, high] = corners.length === 2 ? corners : positionsOf(node, reading);
  if (!low || !high) return undefined;
  const [[west = 0, south = 0], [east = 0, north = 0]] = [low, high];
  return { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] }; // prettier-ignore
}

/** In whichever way a version of GML spells them. */
function positionsOf(node: XmlNode, reading: Reading): Position[] {
  const { budget } = reading;
  const positions: Position[] = [];
  for (const child of node.children) {
    const inner = inDimension(child, reading);
    if (child.name === 'posList') {
      const numbers = numbersOf(child.text);
      budget.take(numbers.length);
      const axes = axesOf(numbers.length, child, inner);
      for (let at = 0; at < numbers.length; at += axes) positions.push(placed(numbers.slice(at, at + axes), inner));
    } else if (child.name === 'pos') positions.push(placed(numbersOf(child.text), inner));
    else if (child.name === 'coordinates') for (const each of listedIn(child)) positions.push(placed(each, inner));
    else if (child.name === 'coord')
      positions.push(
        placed(
          ['X', 'Y', 'Z'].flatMap((axis) => childrenNamed(child, axis).flatMap(({ text }) => numbersOf(text))),
          inner,
        ),
      );
    else if (child.name === 'pointProperty' || child.name === 'pointRep')
      for (const point of child.children) positions.push(...positionsOf(point, inner));
    budget.take(2);
  }
  return positions;
}

function axesOf(count: number, node: XmlNode, { dimension }: Reading): number {
  const axes = dimension ?? (count % 2 === 0 ? 2 : 3);
  const declared = Number(node.attributes.get('count') ?? Number.NaN);
  if (
    Number.isInteger(declared) &&
    declared > 0 &&
    count % declared === 0 &&
    count / declared >= 2 &&
    count / declared <= 4
  )
    return count / declared;
  if (count % axes !== 0) throw corrupt('a list of positions has a number too many or too few');
  return axes;
}

function numbersOf(text: string): number[] {
  const parts = text.trim().split(/\s+/);
  return parts[0] === '' ? [] : parts.map(Number);
}

/** GML 2: "1,2 3,4", with separators of its own. */
function listedIn(node: XmlNode): number[][] {
  const between = node.attributes.get('cs') ?? ',';
  const decimal = node.attributes.get('decimal') ?? '.';
  const tuples = node.attributes.get('ts') ?? ' ';
  const text = tuples.trim() === '' ? node.text : node.text.replaceAll(tuples, ' ');
  return text
    .replaceAll(new RegExp(`\\s*${RegExp.escape(between)}\\s*`, 'gu'), () => between)
    .trim()
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => tuple.split(between).map((number) => Number(number.replace(decimal, '.'))));
}

function placed(numbers: readonly number[], { isNorthFirst }: Reading): Position {
  const [first, second, height] = numbers;
  if (first === undefined || second === undefined || !numbers.every(Number.isFinite))
    throw corrupt('a position of a geometry has no numbers');
  const place = isNorthFirst ? [second, first] : [first, second];
  return height === undefined ? place : [...place, height];
}
