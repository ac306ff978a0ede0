import type { RunContext } from '../../../../contract/codec.ts';
import { utf8Of } from '../../../../io/bytes.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../../../io/zip.ts';
import { corrupt, createValueBudget, type ValueBudget } from '../../failures.ts';
import type { Entry, Listing } from '../../model.ts';
import { linesOfGeometry, type Geometry } from '../features.ts';
import { entryOfFields } from '../fields.ts';
import { filesOf, listOf, stemOf, tellLeftOut } from '../packed-files.ts';
import { inDegrees, projectionOf, requireDegrees, tellProjection, type Projection } from '../reference-systems.ts';
import { readAttributes, type Attributes } from './attributes.ts';
import { DEFAULT_LAYER } from './layout.ts';
import { readShapes } from './shapes.ts';

interface Layer {
  readonly name?: string;
  readonly shapes: Uint8Array;
  readonly table?: Uint8Array;
  readonly codePage?: string;
  readonly system?: string;
}

/** A .shp file alone: what its shapes stand for is in another file. */
export function readBareShapefile(bytes: Uint8Array, context: RunContext): Listing {
  context.warn({
    code: 'feature_dropped',
    message:
      'The .shp file holds the shapes alone. Put it into a ZIP together with its .dbf, .prj and .cpg files, and their attributes and reference system are kept.',
  });
  return { entries: entriesOf({ shapes: bytes }, createValueBudget(context.limits), context) };
}

/** Files of a ZIP that belong to a layer and say nothing that a map shows: indexes and descriptions of it. */
const BESIDE =
  /\.(shx|sbn|sbx|qix|fbn|fbx|ain|aih|atx|ixs|mxs|idm|ind|qmd|qpj|cst|qml|sld|lyr|shp\.xml|shp\.iso\.xml)$/;
const OF_LAYER = /\.(shp|dbf|prj|cpg)$/;

/** Shapefiles in a ZIP: every .shp is a layer, with what is named like it. */
export function readShapefile(bytes: Uint8Array, context: RunContext): Listing {
  const zip = openZip(bytes, context.limits);
  const files = filesOf(zip);
  const shapes = files.filter(({ name }) => /\.shp$/i.test(name));
  if (shapes.length === 0) throw corrupt('it holds no shapefile (.shp)');
  const budget = createValueBudget(context.limits);
  const used = new Set<ZipEntry>();
  const entries = shapes.flatMap((file) => entriesOf(layerOf(zip, file, used), budget, context));
  tellLeftOut(
    files.filter((file) => !used.has(file) && !isBeside(file.name.toLowerCase(), shapes)),
    context,
  );
  return { entries };
}

function isBeside(name: string, shapes: readonly ZipEntry[]): boolean {
  const isKnown = BESIDE.test(name) || OF_LAYER.test(name);
  return isKnown && shapes.some((shape) => name.startsWith(shape.name.slice(0, -'shp'.length).toLowerCase()));
}

function layerOf(zip: ZipArchive, file: ZipEntry, used: Set<ZipEntry>): Layer {
  const stem = file.name.slice(0, -'.shp'.length);
  const take = (entry: ZipEntry | undefined): Uint8Array | undefined => {
    if (!entry) return undefined;
    used.add(entry);
    return zip.read(entry);
  };
  const [table, codePage, system] = ['dbf', 'cpg', 'prj'].map((ending) => take(zip.find(`${stem}.${ending}`)));
  const name = stemOf(file.name);
  return {
    shapes: take(file)!,
    ...(name !== DEFAULT_LAYER && { name }),
    ...(table && { table }),
    ...(codePage && { codePage: utf8Of(codePage.subarray(0, 64)) }),
    ...(system && { system: utf8Of(system) }),
  };
}

function entriesOf(layer: Layer, budget: ValueBudget, context: RunContext): Entry[] {
  const called = layer.name === undefined ? 'The map' : `The layer "${layer.name}"`;
  const shapes = readShapes(layer.shapes, budget);
  if (shapes.measures > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has measures at ${shapes.measures} positions (M values), which are left out.`,
      details: { measures: shapes.measures },
    });
  const attributes = layer.table && readAttributes(layer.table, layer.codePage, budget);
  tellAttributes(attributes, { called, shapes: shapes.geometries.length, hasZip: layer.name !== undefined }, context);
  const projection = layer.system === undefined ? undefined : projectionOf(layer.system);
  if (projection) tellProjection(projection, context);
  else assumeDegrees(shapes.geometries, called, context);
  return shapes.geometries.flatMap((geometry, record) => {
    const values = attributes ? attributes.records[record] : [];
    // A record that is marked as deleted in the table is deleted with its shape.
    if (attributes && record < attributes.records.length && !values) return [];
    return [
      entryOfFields(layer.name, {
        geometry: placed(geometry, projection),
        names: attributes?.names ?? [],
        values: values ?? [],
      }),
    ];
  });
}

function assumeDegrees(geometries: readonly (Geometry | undefined)[], called: string, context: RunContext): void {
  const places = geometries.filter((geometry) => geometry !== undefined);
  requireDegrees(places, (geometry) => linesOfGeometry(geometry).flat());
  if (places.length === 0) return;
  context.warn({
    code: 'coordinates_converted',
    message: `${called} does not say which reference system its coordinates are of: they were taken for degrees of WGS 84.`,
  });
}

function tellAttributes(
  attributes: Attributes | undefined,
  { called, shapes, hasZip }: { readonly called: string; readonly shapes: number; readonly hasZip: boolean },
  context: RunContext,
): void {
  if (!attributes) {
    if (hasZip)
      context.warn({
        code: 'feature_dropped',
        message: `${called} has no table of attributes (.dbf) in the ZIP: only its shapes are there.`,
      });
    return;
  }
  const { memos, records } = attributes;
  if (memos.length > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has notes that lie outside of its table, and are left out: ${listOf(memos)}.`,
      details: { fields: memos.length },
    });
  if (records.length !== shapes)
    context.warn({
      code: 'input_repaired',
      message: `${called} has ${shapes} shapes, and attributes for ${records.length}: what is without a shape is left out.`,
      details: { shapes, records: records.length },
    });
}

function placed(geometry: Geometry | undefined, projection: Projection | undefined): Geometry | undefined {
  const toDegrees = projection?.toDegrees;
  return geometry && toDegrees ? inDegrees(geometry, toDegrees) : geometry;
}
