import type { RunContext } from '../../contract/codec.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { heldEntries, type Texts } from './held.ts';
import { PROPERTY, type Entry, type Listing } from './model.ts';
import { featureOfEntry, hasHeight } from './map/features.ts';
import { NO_HEIGHT } from './map/flatgeobuf/layout.ts';
import { elementNames } from './map/gml/layout.ts';
import { columnText, mapInfoColumns } from './map/mapinfo/layout.ts';
import { fieldText, shapeFields } from './map/shapefile/layout.ts';
import { cellsByName, cellsOfEntry } from './rows.ts';

/** Names that a message lists. */
const MOST_NAMED = 8;

/** Tells which values the target has no place for. */
export function tellDropped({ entries }: Listing, to: FormatId, context: RunContext): void {
  if (to === 'shapefile') return tellFields(entries, SHAPEFILE, context);
  if (to === 'mapinfo') {
    tellFlat(entries, context);
    return tellFields(entries, MAPINFO, context);
  }
  if (to === 'gml') return tellElements(entries.map(cellsByName), context);
  if (to === 'gpkg') return tellTimes(entries.map(cellsByName), 'GeoPackage', context);
  if (to === 'geoparquet') return tellTimes(entries.map(cellsByName), 'GeoParquet file', context);
  if (to === 'fgb') return tellHeights(entries, context);
  const dropped = new Map<string, number>();
  let missing = 0;
  for (const entry of entries) {
    const cells = cellsOfEntry(entry);
    const texts: Texts = new Map(
      Array.from({ length: cells.length / 2 }, (_, at) => [cells[2 * at]!, cells[2 * at + 1]!]),
    );
    const written = heldEntries(texts, to);
    if (written.length === 0) missing++;
    const held = new Set(written.flatMap((each) => [...each.keys()]));
    const kept = new Set(written.flatMap((each) => [...each.values()]));
    for (const [name, text] of texts)
      if (text !== '' && !held.has(name) && !kept.has(text)) dropped.set(name, (dropped.get(name) ?? 0) + 1);
  }
  if (missing > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${formatOf(to).name} has no place for entries such as ${missing} of this file, which are left out.`,
      details: { entries: missing },
    });
  if (dropped.size === 0) return;
  const named = [...dropped.keys()].slice(0, MOST_NAMED).join(', ');
  context.warn({
    code: 'feature_dropped',
    message: `${formatOf(to).name} has no place for some values, which are left out: ${named}${dropped.size > MOST_NAMED ? ', …' : ''}.`,
    details: Object.fromEntries([...dropped].slice(0, MOST_NAMED)),
  });
}

/** How a format of tables holds names and texts. */
interface TableFields {
  readonly format: string;
  readonly why: string;
  names(cells: ReadonlySet<string>): ReadonlyMap<string, string>;
  text(text: string): string;
}

const SHAPEFILE: TableFields = {
  format: 'shapefile',
  why: 'Names of attributes have at most ten characters in a shapefile',
  names: shapeFields,
  text: fieldText,
};
const MAPINFO: TableFields = {
  format: 'table of MapInfo',
  why: 'Names of attributes have at most 31 letters, digits and underscores in MapInfo',
  names: mapInfoColumns,
  text: columnText,
};

/** What a table has no place for, or only a smaller one. */
function tellFields(entries: readonly Entry[], fields: TableFields, context: RunContext): void {
  const rows = entries.map(cellsByName);
  const names = fields.names(new Set(rows.flatMap((cells) => [...cells.keys()])));
  tellNames(fields.why, names, context);
  const cut = rows.flatMap((cells) =>
    [...cells].filter(
      ([cell, value]) =>
        names.has(cell) && typeof value === 'string' && fields.text(value).length < value.trim().length,
    ),
  );
  if (cut.length > 0)
    context.warn({
      code: 'text_dropped',
      message: `${cut.length} texts are longer than the 254 bytes that a ${fields.format} holds, and end there.`,
      details: { count: cut.length },
    });
  tellTimes(rows, fields.format, context);
}

function tellFlat(entries: readonly Entry[], context: RunContext): void {
  const high = entries.filter((entry) => {
    const { geometry } = featureOfEntry(entry);
    return geometry && hasHeight(geometry);
  }).length;
  if (high > 0)
    context.warn({
      code: 'feature_dropped',
      message: `A table of MapInfo has no heights: those of ${high} features are left out.`,
      details: { features: high },
    });
}

function tellNames(why: string, names: ReadonlyMap<string, string>, context: RunContext): void {
  const renamed = [...names].filter(([cell, field]) => cell !== field && cell !== PROPERTY + field);
  if (renamed.length === 0) return;
  context.warn({
    code: 'column_named',
    message: `${why}: ${renamed
      .slice(0, MOST_NAMED)
      .map(([cell, field]) => `${cell.replace(PROPERTY, '')} became ${field}`)
      .join(', ')}${renamed.length > MOST_NAMED ? ', …' : ''}.`,
    details: { columns: renamed.length },
  });
}

/** Names that become elements have letters, digits and few marks. */
function tellElements(rows: readonly ReadonlyMap<string, unknown>[], context: RunContext): void {
  const names = elementNames(new Set(rows.flatMap((cells) => [...cells.keys()])));
  tellNames('Names of elements have no spaces and few marks in GML', names, context);
  tellTimes(rows, 'GML file', context);
}

function tellTimes(rows: readonly ReadonlyMap<string, unknown>[], format: string, context: RunContext): void {
  const timed = rows.filter((cells) => cells.has('times')).length;
  if (timed > 0)
    context.warn({
      code: 'feature_dropped',
      message: `A ${format} has no place for the times of the positions of ${timed} tracks, which are left out.`,
      details: { entries: timed },
    });
}

function tellHeights(entries: readonly Entry[], context: RunContext): void {
  tellTimes(entries.map(cellsByName), 'FlatGeobuf file', context);
  const geometries = entries.flatMap((entry) => featureOfEntry(entry).geometry ?? []);
  const flat = geometries.filter((geometry) => !hasHeight(geometry)).length;
  if (flat > 0 && flat < geometries.length)
    context.warn({
      code: 'coordinates_converted',
      message: `A FlatGeobuf file has a height of every position or of none: ${flat} features without one have ${NO_HEIGHT} metres.`,
      details: { features: flat },
    });
}
