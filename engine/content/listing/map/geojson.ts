import type { Limits } from '../../../contract/limits.ts';
import { corrupt, createValueBudget, type ValueBudget } from '../failures.ts';
import type { Entry, Listing } from '../model.ts';
import { isObject, jsonOf, linesOf, listIn, stringIn, textOfFile, type JsonObject } from '../text.ts';
import { entryOfFeature, featureOfEntry, geometryOfJson, type Geometry, type Position } from './features.ts';

/** Properties that are values of every map; `coordinateProperties` is where converters of GPX keep times. */
const NAMED = ['name', 'description', 'time', 'layer', 'kind'] as const;

/** GeoJSON (RFC 7946): a collection, a feature or a bare geometry. */
export function readGeoJson(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  return { entries: entriesOfRoot(jsonOf(bytes), budget) };
}

function entriesOfRoot(root: unknown, budget: ValueBudget): Entry[] {
  if (!isObject(root)) throw corrupt('it is no GeoJSON');
  const features = root['type'] === 'FeatureCollection' ? listIn(root['features']) : [root];
  return features.map((feature) => {
    budget.take(1);
    if (!isObject(feature)) throw corrupt('a feature is no object');
    const isFeature = feature['type'] === 'Feature';
    return entryOfFeature(featureOfJson(isFeature ? feature : { geometry: feature }));
  });
}

export function featureOfJson(feature: JsonObject) {
  const own = isObject(feature['properties']) ? { ...feature['properties'] } : {};
  const named: Record<string, string> = {};
  for (const name of NAMED) {
    const text = stringIn(own[name]);
    if (text === undefined) continue;
    named[name] = text;
    delete own[name];
  }
  const about = own['coordinateProperties'];
  const times = isObject(about) && Array.isArray(about['times']) ? about['times'] : undefined;
  if (times && isObject(about) && Object.keys(about).length === 1) delete own['coordinateProperties'];
  const { id } = feature;
  const geometry = isEmpty(feature['geometry']) ? undefined : geometryOfJson(feature['geometry']);
  if (!geometry && !isEmpty(feature['geometry'])) throw corrupt('a feature has no valid geometry');
  return { ...named, id: id === undefined || id === null ? undefined : String(id), geometry, times, properties: own };
}

/** Nothing, or a geometry without positions, which stands for nothing (RFC 7946, 3.1). */
function isEmpty(geometry: unknown): boolean {
  if (geometry === null || geometry === undefined) return true;
  return isObject(geometry) && Array.isArray(geometry['coordinates']) && geometry['coordinates'].length === 0;
}

export function jsonOfEntry(entry: Entry): object {
  const { id, geometry, properties = {}, times, layer, name, description, time, kind } = featureOfEntry(entry);
  const named = Object.fromEntries(
    Object.entries({ layer, name, description, time, kind }).filter(([, value]) => value !== undefined),
  );
  return {
    type: 'Feature',
    ...(id !== undefined && { id }),
    geometry: geometry ?? null,
    properties: { ...named, ...properties, ...(times && { coordinateProperties: { times } }) },
  };
}

export function writeGeoJson({ entries }: Listing): string {
  const features = entries.map((entry) => JSON.stringify(jsonOfEntry(entry)));
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`;
}

/** A feature a line (RFC 8142 without its separators, which are passed over). */
export function readGeoJsonLines(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const lines = linesOf(textOfFile(bytes)).map((line) => line.replaceAll('\x1e', '').trim());
  return {
    entries: lines
      .filter((line) => line !== '')
      .flatMap((line) => entriesOfRoot(jsonOf(new TextEncoder().encode(line)), budget)),
  };
}

export function writeGeoJsonLines({ entries }: Listing): string {
  return entries.map((entry) => `${JSON.stringify(jsonOfEntry(entry))}\n`).join('');
}

/** TopoJSON 1.0: lines that features share are arcs, each once. */
export function readTopoJson(bytes: Uint8Array, limits: Limits): Listing {
  const root = jsonOf(bytes);
  if (!isObject(root) || root['type'] !== 'Topology' || !isObject(root['objects'])) throw corrupt('it is no topology');
  const topology = new Topology(root, createValueBudget(limits));
  return {
    entries: Object.entries(root['objects']).flatMap(([layer, object]) => topology.entries(object, layer)),
  };
}

interface Transform {
  readonly scale: readonly number[];
  readonly translate: readonly number[];
}

class Topology {
  readonly #arcs: readonly (readonly Position[])[];
  readonly #transform: Transform | undefined;
  readonly #budget: ValueBudget;

  constructor(root: JsonObject, budget: ValueBudget) {
    const transform = root['transform'];
    if (isObject(transform))
      this.#transform = { scale: numbersIn(transform['scale']), translate: numbersIn(transform['translate']) };
    this.#budget = budget;
    this.#arcs = listIn(root['arcs']).map((arc) => this.#positions(listIn(arc).map(numbersIn)));
  }

  /** Quantised positions are differences from the one before. */
  #positions(deltas: readonly (readonly number[])[]): readonly Position[] {
    this.#budget.take(deltas.length);
    if (!this.#transform) return deltas;
    let [x, y] = [0, 0];
    return deltas.map(([dx = 0, dy = 0, ...rest]) => this.#placed([(x += dx), (y += dy), ...rest]));
  }

  #placed([x = 0, y = 0, ...rest]: readonly number[]): Position {
    if (!this.#transform) return [x, y, ...rest];
    const { scale, translate } = this.#transform;
    return [x * scale[0]! + translate[0]!, y * scale[1]! + translate[1]!, ...rest];
  }

  entries(object: unknown, layer: string): Entry[] {
    if (!isObject(object)) throw corrupt('an object of the topology is none');
    const isCollection = object['type'] === 'GeometryCollection' && !object['properties'];
    const features = isCollection ? listIn(object['geometries']).filter(isObject) : [object];
    return features.map((feature) => {
      const named = featureOfJson({ ...feature, geometry: undefined });
      return entryOfFeature({ layer, ...named, geometry: this.#geometry(feature, 0) });
    });
  }

  #geometry(object: JsonObject, depth: number): Geometry | undefined {
    const { type, arcs, coordinates } = object;
    const list = listIn(arcs);
    const ofLine = (line: unknown): Position[] => this.#line(listIn(line));
    const polygons = (value: unknown): Position[][] => listIn(value).map(ofLine);
    switch (type) {
      case 'Point':
        return geometryOfJson({ type, coordinates: this.#placed(numbersIn(coordinates)) });
      case 'MultiPoint':
        return geometryOfJson({ type, coordinates: listIn(coordinates).map((each) => this.#placed(numbersIn(each))) });
      case 'LineString':
        return geometryOfJson({ type, coordinates: ofLine(list) });
      case 'MultiLineString':
      case 'Polygon':
        return geometryOfJson({ type, coordinates: polygons(list) });
      case 'MultiPolygon':
        return geometryOfJson({ type, coordinates: list.map(polygons) });
      case 'GeometryCollection': {
        if (depth > 16) throw corrupt('its geometries are nested too deep');
        const geometries = listIn(object['geometries'])
          .filter(isObject)
          .map((each) => this.#geometry(each, depth + 1));
        return geometryOfJson({ type, geometries });
      }
      default:
        return undefined;
    }
  }

  /** The arcs one behind the other, each without the position that it shares with the one before; `~n` is arc n from its end. */
  #line(numbers: readonly unknown[]): Position[] {
    const positions: Position[] = [];
    for (const number of numbers) {
      const index = Number(number);
      const arc = this.#arcs[index < 0 ? ~index : index];
      if (!arc) throw corrupt('an arc is missing');
      this.#budget.take(arc.length);
      const turned = index < 0 ? arc.toReversed() : arc;
      for (const position of positions.length > 0 ? turned.slice(1) : turned) positions.push(position);
    }
    return positions;
  }
}

function numbersIn(value: unknown): readonly number[] {
  return listIn(value).map((each) => (typeof each === 'number' ? each : Number.NaN));
}

/** Every line is an arc, with all digits. */
export function writeTopoJson({ entries }: Listing): string {
  const arcs: (readonly Position[])[] = [];
  const arc = (line: readonly Position[]): number[] => [arcs.push(line) - 1];
  const objectOf = (geometry: Geometry | undefined): object => {
    if (!geometry) return { type: null };
    const { type } = geometry;
    if (geometry.type === 'GeometryCollection') return { type, geometries: geometry.geometries.map(objectOf) };
    if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return geometry;
    if (geometry.type === 'LineString') return { type, arcs: arc(geometry.coordinates) };
    if (geometry.type === 'MultiPolygon')
      return { type, arcs: geometry.coordinates.map((polygon) => polygon.map(arc)) };
    return { type, arcs: (geometry.coordinates as readonly (readonly Position[])[]).map(arc) };
  };
  const layers = Map.groupBy(entries, (entry) => featureOfEntry(entry).layer ?? 'features');
  const objects = Object.fromEntries(
    [...layers].map(([layer, members]) => {
      const geometries = members.map((entry) => {
        const {
          geometry: _,
          type: __,
          properties,
          ...rest
        } = jsonOfEntry(entry) as { geometry: unknown; type: string; properties: Record<string, unknown> };
        const { layer: ___, ...own } = properties;
        return { ...objectOf(featureOfEntry(entry).geometry), ...rest, properties: own };
      });
      return [layer, { type: 'GeometryCollection', geometries }];
    }),
  );
  return `${JSON.stringify({ type: 'Topology', objects, arcs })}\n`;
}
