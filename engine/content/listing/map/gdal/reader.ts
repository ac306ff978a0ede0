import type { RunContext, Warning } from '../../../../contract/codec.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { corrupt, createValueBudget, truncated, type ValueBudget } from '../../failures.ts';
import type { Entry } from '../../model.ts';
import { entriesOfFlatLayer, readFlatLayer, type FlatLayer } from '../flatgeobuf/reader.ts';
import { startedGdal, type LayerInfo, type MapFiles, type OpenMap } from './library.ts';

/* Maps that the library reads. Each layer comes from it as FlatGeobuf, which our own reader reads. */

export interface GdalReading {
  readonly budget: ValueBudget;
  readonly context: RunContext;
}

/** How the layers of a format are asked for. */
export interface GdalSource extends MapFiles {
  /** Arguments of ogr2ogr that choose the features of a layer; the layer itself if absent. */
  readonly select?: (layer: LayerInfo) => readonly string[];
  /** What is known of a layer that the library does not say. */
  readonly adapt?: (layer: FlatLayer, info: LayerInfo) => FlatLayer;
  /** The format has no name of its one layer. */
  readonly isUnnamed?: true;
  /** How its texts are read; as UTF-8 if absent. */
  readonly decode?: (bytes: Uint8Array) => string;
  /** Whether the third numbers of positions are heights, where the layers themselves do not say it. */
  readonly hasHeights?: boolean;
}

/** What is told of several layers in the same words is told once. */
export function readingOf(context: RunContext): GdalReading {
  const told = new Set<string>();
  const warn = (warning: Warning): void => {
    if (!told.has(warning.message)) context.warn(warning);
    told.add(warning.message);
  };
  return { budget: createValueBudget(context.limits), context: { ...context, warn } };
}

/**
 * The features of all layers, one layer behind the other. `check` looks at the map before. Throws `input_corrupt`,
 * `input_truncated` and `empty_file`.
 */
export function entriesOfMap(source: GdalSource, reading: GdalReading, check?: (map: OpenMap) => void): Entry[] {
  using map = startedGdal().open(source);
  check?.(map);
  const { layers } = map;
  if (layers.length === 0) throw new ConversionError({ code: 'empty_file', message: 'The map has no layers.' });
  requireNames(layers);
  return layers.flatMap((info) => entriesOfLayer(map, info, { source, reading }));
}

/** The library finds layers by their names, which are among its arguments. */
function requireNames(layers: readonly LayerInfo[]): void {
  const names = new Set(layers.map(({ name }) => name));
  if (names.size < layers.length) throw corrupt('two of its layers have the same name');
  if (layers.some(({ name }) => name.startsWith('-'))) throw corrupt('the name of a layer begins with a minus sign');
}

function entriesOfLayer(map: OpenMap, info: LayerInfo, { source, reading }: LayerReading): Entry[] {
  const layer = readLayer(map, info, { source, reading });
  const name = source.isUnnamed ? undefined : info.name;
  return layer ? entriesOfFlatLayer(layer, { name, called: calledOf(info, source) }, reading.context) : [];
}

function calledOf({ name }: LayerInfo, { isUnnamed }: GdalSource): string {
  return isUnnamed ? 'The map' : `The layer "${name.slice(0, 80)}"`;
}

interface LayerReading {
  readonly source: GdalSource;
  readonly reading: GdalReading;
}

/** The features of a layer at its own coordinates; undefined for a layer of none. */
export function readLayer(map: OpenMap, info: LayerInfo, { source, reading }: LayerReading): FlatLayer | undefined {
  const { budget, context } = reading;
  context.signal.throwIfAborted();
  const { featureCount } = info;
  if (featureCount === 0) return undefined;
  budget.take(Math.max(0, featureCount));
  const args = [...typeOf(info, source.hasHeights), ...(source.select?.(info) ?? [...codesOf(info), info.name])];
  const read = (...more: readonly string[]): FlatLayer | undefined => {
    const bytes = map.flatGeobuf(...more, ...args);
    return bytes && readFlatLayer(bytes, { budget, decode: source.decode }, context);
  };
  const first = read();
  const layer =
    first && first.foreign > 0 ? withLines(first, read, { called: calledOf(info, source), context }) : first;
  const found = layer?.found.length ?? 0;
  if (found < featureCount)
    throw truncated(`a layer says that it has ${featureCount} features, and has ${found}`, { features: featureCount });
  // FlatGeobuf has moments alone: a date is one at midnight.
  const dated = layer && mapTexts(layer, info, 'Date', (text) => text.replace(/T00:00:00.*$/, ''));
  return dated && (source.adapt?.(dated, info) ?? dated);
}

/** One type for geometries of every kind, with heights and measures where the layer has them. */
function typeOf({ geometryFields: [geometry] }: LayerInfo, hasHeights: boolean | undefined): string[] {
  if (!geometry) return [];
  const [, height, measure] = /(Z?)(M?)$/.exec(geometry.type)!;
  return ['-nlt', `GEOMETRY${(hasHeights ?? height === 'Z') ? 'Z' : ''}${measure}`];
}

/** Fields of codes get another field beside them, with what each code stands for. */
function codesOf({ fields }: LayerInfo): string[] {
  return fields.some(({ domainName }) => domainName !== undefined) ? ['-resolveDomains'] : [];
}

/** A layer with other texts in the fields of one type. */
export function mapTexts(
  layer: FlatLayer,
  { fields }: LayerInfo,
  type: string,
  map: (text: string) => string,
): FlatLayer {
  const names = new Set(fields.filter((field) => field.type === type).map(({ name }) => name));
  if (names.size === 0) return layer;
  const found = layer.found.map((feature) => ({
    ...feature,
    values: feature.values.map((value, index) =>
      typeof value === 'string' && names.has(feature.names[index]!) ? map(value) : value,
    ),
  }));
  return { ...layer, found };
}

/** A layer whose arcs are lines, as the library makes them. */
function withLines(
  layer: FlatLayer,
  read: (...args: readonly string[]) => FlatLayer | undefined,
  { called, context }: { readonly called: string; readonly context: RunContext },
): FlatLayer {
  const straight = read('-nlt', 'CONVERT_TO_LINEAR') ?? layer;
  const curves = layer.foreign - straight.foreign;
  if (curves > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${called} has ${curves} geometries with arcs, which became straight lines.`,
      details: { curves },
    });
  return straight;
}
