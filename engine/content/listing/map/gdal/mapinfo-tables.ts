import type { RunContext } from '../../../../contract/codec.ts';
import { latin1Of, viewOf } from '../../../../io/bytes.ts';
import { openZip } from '../../../../io/zip.ts';
import { corrupt, unsupportedListing } from '../../failures.ts';
import type { Entry, Listing } from '../../model.ts';
import type { FlatLayer } from '../flatgeobuf/reader.ts';
import { definitionOfNumbers } from '../mapinfo/coord-sys.ts';
import { filesOf, listOf, stemOf, tellLeftOut } from '../packed-files.ts';
import { entriesOfMap, readingOf, type GdalReading } from './reader.ts';
import { STYLE, styleOf } from './style.ts';

/** A table that is not in a ZIP. */
const LONE = /^\s*!table\b/i;
/** Tables with rows of their own; the others show images, or the rows of other tables. */
const OF_ROWS = /^\s*Type\s+"?(NATIVE|DBF|LINKED)\b/im;
const OF_OTHERS = /^\s*(Type|Create\s+View)\b/im;
const OF_TABLES = /"\\IsSeamless"\s*=\s*"TRUE"/i;
/** Kinds of objects with curves, packed or not: arcs, rectangles with round corners, ellipses. */
const CURVED = new Set([0x0a, 0x0b, 0x16, 0x17, 0x19, 0x1a]);

/** Tables of MapInfo in a ZIP: every `.tab` is a layer, with the files that are named like it. */
export function readMapInfoTables(bytes: Uint8Array, context: RunContext): Listing {
  if (LONE.test(latin1Of(bytes.subarray(0, 64))))
    throw unsupportedListing(
      'The .tab file describes a table whose rows and objects are in other files. Put it into a ZIP together with its .dat, .map and .id files.',
    );
  const zip = openZip(bytes, context.limits);
  const files = filesOf(zip);
  const tables = files.filter(({ name }) => /\.tab$/i.test(name));
  if (tables.length === 0) throw corrupt('it holds no table of MapInfo (.tab)');
  const byTable = Map.groupBy(files, ({ name }) => pathStem(name));
  const reading = readingOf(context);
  const views: string[] = [];
  const entries = tables.flatMap(({ name }) => {
    const parts = new Map(byTable.get(pathStem(name))!.map((file) => [extensionOf(file.name), zip.read(file)]));
    const text = latin1Of(parts.get('tab')!);
    const stem = stemOf(name);
    if (OF_ROWS.test(text) && !OF_TABLES.test(text)) return entriesOfTable(stem, parts, reading);
    if (!OF_OTHERS.test(text)) throw corrupt(`the table "${stem}" does not say of which type it is`);
    views.push(stem);
    return [];
  });
  tellViews(views, context);
  const known = new Set(tables.map(({ name }) => pathStem(name)));
  tellLeftOut(
    files.filter(({ name }) => !known.has(pathStem(name))),
    context,
  );
  return { entries };
}

function pathStem(path: string): string {
  return path.slice(0, path.lastIndexOf('.')).toLowerCase();
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

type Parts = ReadonlyMap<string, Uint8Array>;

function entriesOfTable(name: string, parts: Parts, reading: GdalReading): Entry[] {
  requireParts(name, parts);
  tellCurves(name, parts, reading.context);
  const files = new Map([...parts].map(([extension, bytes]) => [`${name}.${extension}`, bytes]));
  return entriesOfMap(
    {
      ...{ files, main: `${name}.tab`, driver: 'MapInfo File' },
      select: (layer) => ['-sql', `SELECT *, ${STYLE} FROM "${layer.name.replaceAll('"', String.raw`\"`)}"`],
      adapt: (layer) => withLabels({ ...layer, system: systemOf(parts.get('map'), layer.system) }),
    },
    reading,
  );
}

/** The library would read the table without what is missing. */
function requireParts(name: string, parts: Parts): void {
  if (!parts.has('dat') && !parts.has('dbf'))
    throw corrupt(`the table "${name}" has no file of attributes (.dat) in the ZIP`);
  const [lone] = ['id', 'map'].filter((extension) => !parts.has(extension));
  if (parts.has('id') !== parts.has('map'))
    throw corrupt(`the table "${name}" has no .${lone} file in the ZIP, but the other of its two files of objects`);
}

/** Where the header of a `.map` file has its reference system, and where the shift of its datum. */
const [SYSTEM_AT, PARAMETERS_AT, SHIFT_AT, HEADER_BYTES] = [0x16a, 0x190, 0x1c0, 0x200];

/**
 * The definition of a table's system from the same numbers that a `CoordSys` clause has: how its datum lies is known here,
 * and the library does not say it. For a system that only the library knows its own definition, with the shift of the header.
 */
function systemOf(objects: Uint8Array | undefined, told: string | undefined): string | undefined {
  if (!objects || objects.byteLength < HEADER_BYTES) return told;
  const view = viewOf(objects);
  const doublesAt = (start: number, count: number): number[] =>
    Array.from({ length: count }, (_, index) => view.getFloat64(start + 8 * index, true));
  const [datum, projection] = [view.getInt16(SYSTEM_AT, true), view.getUint8(SYSTEM_AT + 3)];
  const [ellipsoid, unit] = [view.getUint8(SYSTEM_AT + 4), view.getUint8(SYSTEM_AT + 5)];
  const shift = doublesAt(SHIFT_AT, 8);
  const parameters = doublesAt(PARAMETERS_AT, 6);
  const known = definitionOfNumbers({ projection, datum, ellipsoid, shift, unit, parameters });
  if (known !== undefined || told === undefined) return known;
  // Rotations turn the other way than those of well-known text.
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, scale = 0] = shift;
  const toWgs84 = [x, y, z, -rx, -ry, -rz, scale];
  const named = told.replace('"unnamed"', `"MapInfo ${projection}, ${datum}"`);
  return toWgs84.every((number) => Number.isFinite(number) && number === 0)
    ? named
    : named.replace(/\bDATUM\["[^"]*",/, `$&TOWGS84[${toWgs84.join(',')}],`);
}

/** Labels have their text in the look of a point. The look itself has no place in a map. */
function withLabels(layer: FlatLayer): FlatLayer {
  const found = layer.found.map(({ geometry, names, values }) => {
    const at = names.lastIndexOf(STYLE);
    const style = values[at];
    const text = typeof style === 'string' ? styleOf(style).get('LABEL')?.get('t') : undefined;
    const column = ['text', 'label'].find((name) => !names.includes(name)) ?? STYLE;
    return { geometry, names: names.with(at, column), values: values.with(at, text ?? null) };
  });
  return { ...layer, found };
}

/** The library makes lines of curves by itself. Where the objects of rows lie, and of which kind each is, two of the files say. */
function tellCurves(name: string, parts: Parts, context: RunContext): void {
  const [places, objects] = [parts.get('id'), parts.get('map')];
  if (!places || !objects) return;
  const view = viewOf(places);
  let curves = 0;
  for (let at = 0; at + 4 <= places.byteLength; at += 4) {
    const object = view.getUint32(at, true);
    if (object > 0 && CURVED.has(objects[object]!)) curves++;
  }
  if (curves === 0) return;
  context.warn({
    code: 'feature_dropped',
    message: `The layer "${name}" has ${curves} circles, arcs or rounded corners, which became straight lines.`,
    details: { curves },
  });
}

function tellViews(names: readonly string[], context: RunContext): void {
  if (names.length === 0) return;
  context.warn({
    code: 'feature_dropped',
    message: `Tables that have no rows of their own are left out, such as images and views of other tables: ${listOf(names)}.`,
    details: { tables: names.length },
  });
}
