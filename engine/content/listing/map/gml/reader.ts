import type { RunContext } from '../../../../contract/codec.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import type { XmlNode } from '../../../../io/xml-tree.ts';
import { ExactNumber, type DataScalar } from '../../../records/model.ts';
import { createValueBudget, corrupt, unsupportedListing, type ValueBudget } from '../../failures.ts';
import type { Entry, Listing } from '../../model.ts';
import { rootOf } from '../../text.ts';
import { codeNamed, requireSystem } from '../epsg-codes.ts';
import { linesOfGeometry, type Geometry } from '../features.ts';
import { entryOfFields } from '../fields.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection, type Projection } from '../reference-systems.ts';
import { DEFAULT_LAYER } from '../shapefile/layout.ts';
import { geometryOfNode, isGeometry } from './geometry.ts';

const MEMBERS = /^(featureMembers?|members?)$/;
/** Names of systems whose axes come in the order of the registry; by older names, east comes first. */
const FOLLOWS_REGISTRY = /^(urn:.*EPSG:|https?:.*\/def\/crs\/EPSG\/)/i;
/** Values of one name that a feature can have: each is a column of its own. */
const MOST_REPEATED = 1000;
/** Elements of the format itself that say nothing of a feature. */
const OF_THE_FORMAT = /^(boundedBy|metaDataProperty)$/;

/** Geography Markup Language 2 and 3: features of one or more layers. What they refer to is never fetched. */
export function readGml(bytes: Uint8Array, context: RunContext): Listing {
  const root = rootOf(bytes, context.limits);
  const reader = new GmlReader(context);
  reader.addCollection(root, systemAround(root), 0);
  if (reader.features.length === 0 && hasMembers(root)) return { entries: [] };
  if (reader.features.length === 0) reader.addFeature(root, systemAround(root));
  return { entries: reader.entries() };
}

interface Found {
  readonly layer: string;
  readonly geometry: Geometry | undefined;
  readonly values: ReadonlyMap<string, string>;
}

class GmlReader {
  readonly features: Found[] = [];
  readonly #context: RunContext;
  readonly #budget: ValueBudget;
  readonly #projections = new Map<string, Projection | undefined>();
  #foreign = 0;

  constructor(context: RunContext) {
    this.#context = context;
    this.#budget = createValueBudget(context.limits);
  }

  addCollection(node: XmlNode, system: string | undefined, depth: number): void {
    if (depth > 16) throw corrupt('its collections are nested too deep');
    for (const members of node.children.filter(({ name }) => MEMBERS.test(name)))
      for (const member of members.children)
        if (hasMembers(member)) this.addCollection(member, systemAround(member) ?? system, depth + 1);
        else this.addFeature(member, systemAround(member) ?? system);
  }

  addFeature(node: XmlNode, system: string | undefined): void {
    const geometries: Geometry[] = [];
    const values = new Map<string, string>();
    let isForeign = false;
    for (const child of node.children.filter(({ name }) => !OF_THE_FORMAT.test(name)))
      this.#addProperty(child, child.name, values, (geometry) => {
        const found = this.#placed(geometry, system);
        if (found) geometries.push(found);
        else if (hasPositions(geometry)) isForeign = true;
      });
    if (isForeign) this.#foreign++;
    const id = node.attributes.get('id') ?? node.attributes.get('fid');
    if (id !== undefined && !values.has('id')) values.set('id', id);
    const [only] = geometries;
    const geometry = geometries.length > 1 ? ({ type: 'GeometryCollection', geometries } as const) : only;
    this.features.push({ layer: node.name, geometry, values });
  }

  #addProperty(node: XmlNode, name: string, values: Map<string, string>, add: (geometry: XmlNode) => void): void {
    this.#budget.take(1);
    if (isGeometry(node)) return add(node);
    const text = node.text.trim() || node.attributes.get('href') || '';
    if (text !== '') {
      values.set(uniqueName(name, values), text);
    }
    // Elements in a property say what its value is of: their names come with it.
    for (const child of node.children)
      this.#addProperty(child, isGeometry(child) ? name : `${name}.${child.name}`, values, add);
  }

  #placed(node: XmlNode, around: string | undefined): Geometry | undefined {
    const system = systemOf(node) ?? around;
    const isFound = system !== undefined && this.#projections.has(system);
    const known = system === undefined ? undefined : systemNamed(system);
    const projection = known && (isFound ? this.#projections.get(system!) : projectionOf(known.definition));
    const isNorthFirst = known?.isNorthFirst === true && FOLLOWS_REGISTRY.test(system!);
    const geometry = geometryOfNode(node, { budget: this.#budget, dimension: undefined, isNorthFirst });
    if (!geometry) return undefined;
    if (!projection) requireDegrees([geometry], (each) => linesOfGeometry(each).flat());
    const key = system ?? '';
    if (!this.#projections.has(key)) {
      if (projection) tellProjection(projection, this.#context);
      else
        this.#context.warn({
          code: 'coordinates_converted',
          message:
            'The map does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.',
        });
      this.#projections.set(key, projection);
    }
    return projection?.toDegrees ? inDegrees(geometry, projection.toDegrees) : geometry;
  }

  entries(): Entry[] {
    if (this.#foreign > 0)
      this.#context.warn({
        code: 'feature_dropped',
        message: `The geometries of ${this.#foreign} features consist of arcs or solids, and are left out: their values are kept.`,
        details: { geometries: this.#foreign },
      });
    const numeric = numericColumns(this.features);
    return this.features
      .map(({ layer, geometry, values }) =>
        entryOfFields(layer === DEFAULT_LAYER ? undefined : layer, {
          geometry,
          names: [...values.keys()],
          values: [...values].map(([name, text]): DataScalar =>
            numeric.get(layer)!.has(name) ? new ExactNumber(text) : text,
          ),
        }),
      )
      .map(withId);
  }
}

/** Values that come again have numbers. */
function uniqueName(name: string, values: ReadonlyMap<string, string>): string {
  if (!values.has(name)) return name;
  for (let number = 2; number <= MOST_REPEATED; number++) {
    const numbered = `${name}_${number}`;
    if (!values.has(numbered)) return numbered;
  }
  throw new ConversionError({
    code: 'input_too_complex',
    message: `A feature has more than ${MOST_REPEATED} values of the name "${name.slice(0, 80)}".`,
    details: { limit: 'values', allowed: MOST_REPEATED },
  });
}

/** An identifier has a column of its own in every map. */
function withId(entry: Entry): Entry {
  const id = entry.get('properties.id');
  if (id === undefined) return entry;
  return new Map([...entry].map(([name, value]) => (name === 'properties.id' ? ['id', value] : [name, value])));
}

/** Columns of a layer all values of which are numbers as JSON spells them: GML without its schema does not say. */
function numericColumns(features: readonly Found[]): ReadonlyMap<string, ReadonlySet<string>> {
  const layers = new Map<string, Map<string, boolean>>();
  for (const { layer, values } of features) {
    const columns = layers.get(layer) ?? new Map<string, boolean>();
    for (const [name, text] of values)
      columns.set(
        name,
        columns.get(name) !== false && name !== 'id' && String(Number(text)) === text && Number.isFinite(Number(text)),
      );
    layers.set(layer, columns);
  }
  return new Map(
    [...layers].map(([layer, columns]) => [layer, new Set([...columns].flatMap(([name, is]) => (is ? [name] : [])))]),
  );
}

function hasMembers(node: XmlNode): boolean {
  return node.children.some(({ name }) => MEMBERS.test(name));
}

function hasPositions(node: XmlNode): boolean {
  return /^(posList|pos|coordinates|coord)$/.test(node.name) || node.children.some(hasPositions);
}

/** What the box around a feature or a collection says. */
function systemAround(node: XmlNode): string | undefined {
  const box = node.children.find(({ name }) => name === 'boundedBy')?.children[0];
  return box?.attributes.get('srsName');
}

/** What a geometry says, or the first of its parts. */
function systemOf(node: XmlNode): string | undefined {
  const said = node.attributes.get('srsName');
  if (said !== undefined) return said;
  for (const child of node.children) {
    const inner = systemOf(child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function systemNamed(name: string) {
  const code = codeNamed(name);
  if (code !== undefined) return requireSystem(code);
  throw unsupportedListing(
    `The coordinates of the map are of the reference system "${name.slice(0, 80)}", which is not known here. Convert it to WGS 84 first.`,
  );
}
