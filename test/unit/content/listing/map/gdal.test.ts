import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../../corpus/cases.ts';
import { readGmt, readSeaChart } from '../../../../../engine/content/listing/map/gdal/formats.ts';
import { readFileGeodatabase } from '../../../../../engine/content/listing/map/gdal/geodatabase.ts';
import { startGdal } from '../../../../../engine/content/listing/map/gdal/library.ts';
import { readMapInfoTables } from '../../../../../engine/content/listing/map/gdal/mapinfo-tables.ts';
import { entriesOfMap, readingOf } from '../../../../../engine/content/listing/map/gdal/reader.ts';
import { featureOfEntry, type Feature, type Position } from '../../../../../engine/content/listing/map/features.ts';
import type { Listing } from '../../../../../engine/content/listing/model.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import { utf8Bytes } from '../../../../../engine/io/bytes.ts';
import { openZip, writeZip } from '../../../../../engine/io/zip.ts';

const warnings: string[] = [];
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: ({ message }: { message: string }) => void warnings.push(message),
} as unknown as RunContext;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('gdal3.js/dist/package/gdal3WebAssembly.wasm');
  await startGdal({ gdal: await WebAssembly.compile(readFileSync(file)) });
});
beforeEach(() => void (warnings.length = 0));

const sample = (from: FormatId, source: string): Uint8Array => readFileSync(sourcePath({ from, source }));
const GEODATABASE = sample('filegdb', 'layers-codes-grids.gdb.zip');
const TABLES = sample('maptab', 'site-lake-image.tab.zip');

type Files = Map<string, Uint8Array>;

/** A ZIP with other files in it than before. */
function changed(zip: Uint8Array, change: (files: Files) => void): Uint8Array {
  const archive = openZip(zip, DEFAULT_LIMITS);
  const files = new Map(archive.entries.map((entry) => [entry.name, archive.read(entry).slice()]));
  change(files);
  return writeZip([...files].map(([name, bytes]) => ({ name, bytes })));
}

function featuresOf({ entries }: Listing, layer?: string): Feature[] {
  return entries.map(featureOfEntry).filter((feature) => feature.layer === layer);
}

describe('file geodatabases', () => {
  it('have all layers and tables, in degrees and with their types', () => {
    const listing = readFileGeodatabase(GEODATABASE, context);
    const layers = Map.groupBy(listing.entries.map(featureOfEntry), ({ layer }) => layer);
    expect([...layers].map(([layer, { length }]) => [layer, length])).toEqual([
      ['piers', 3],
      ['areas', 2],
      ['ferries', 2],
      ['staff', 2],
    ]);
    const [pier] = layers.get('piers')!;
    expect(pier!.name).toBe('Bürkliplatz');
    expect(pier!.properties).toEqual({
      ...{ boats: 12, depth: 3.25, opened: '1892-05-01T00:00:00Z' },
      ...{ season: 1, season_resolved: 'open all year' },
    });
    const rings = layers.get('areas')![0]!.geometry as unknown as { readonly coordinates: readonly Position[][][] };
    expect(rings.coordinates[0]!.map(({ length }) => length)).toEqual([5, 5]);
    expect(rings.coordinates[0]![0]![0]![0]).toBeCloseTo(8.55, 5);
    expect(layers.get('staff')![0]!.geometry).toBeUndefined();
    expect(warnings.some((message) => message.includes('"ferries" has measures at 7 positions'))).toBe(true);
  });

  it('may be several, without folders, and beside other files', () => {
    const twice = changed(GEODATABASE, (files) => {
      for (const [name, bytes] of [...files]) files.set(name.replace('lake.gdb/', ''), bytes);
      files.set('maps/notes.txt', utf8Bytes('Notes'));
    });
    expect(readFileGeodatabase(twice, context).entries).toHaveLength(18);
    expect(warnings.filter((message) => message.includes('notes.txt'))).toHaveLength(1);
    // The same is told once.
    expect(warnings.filter((message) => message.includes('has measures'))).toHaveLength(1);
  });

  it('without one of their tables are damaged', () => {
    const without = changed(GEODATABASE, (files) => void files.delete('lake.gdb/a00000009.gdbtable'));
    expect(() => readFileGeodatabase(without, context)).toThrow('the file of the table "piers" is missing');
  });
});

describe('tables of MapInfo', () => {
  it('have their labels, dates and letters, and their datum', () => {
    const site = featuresOf(readMapInfoTables(TABLES, context), 'Site');
    expect(site).toHaveLength(9);
    expect(site[0]!.name).toBe('Гавань; "старая"');
    expect(site[0]!.properties).toMatchObject({ code: 1, built: '1892-05-01' });
    expect(site[6]!.properties).toEqual({ code: 7, depth: 0, text: 'Old pier' });
    // As our own reader places the same map of MIF.
    expect(site[7]!.geometry).toEqual({ type: 'Point', coordinates: [4.889529789, 52.361743821] });
    expect(warnings).toContainEqual(expect.stringMatching(/no rows of their own are left out.*: photo\./));
    expect(warnings).toContainEqual(expect.stringMatching(/1 other files.*readme\.txt/));
  });

  it('tell of curves that became lines', () => {
    const round = changed(TABLES, (files) => {
      const map = files.get('Site.map')!;
      const view = new DataView(map.buffer, map.byteOffset);
      const at = new DataView(files.get('Site.id')!.buffer).getUint32(3 * 4, true);
      // An ellipse in the box of the map, with the pen and the brush of the rectangle that was there.
      view.setUint8(at, 0x1a);
      for (let index = 0; index < 4; index++)
        view.setInt32(at + 5 + 4 * index, view.getInt32(0x10c + 4 * index, true), true);
      view.setUint8(at + 21, 1);
      view.setUint8(at + 22, 1);
    });
    const site = featuresOf(readMapInfoTables(round, context), 'Site');
    expect(
      (site[3]!.geometry as unknown as { readonly coordinates: readonly Position[][] }).coordinates[0]!.length,
    ).toBeGreaterThan(60);
    expect(warnings).toContainEqual(expect.stringMatching(/"Site" has 1 circles, arcs or rounded corners/));
  });

  it.each([
    ['lake.DAT', /"lake" has no file of attributes/],
    ['lake.id', /"lake" has no \.id file/],
    ['Site.map', /"Site" has no \.map file/],
  ])('without %s say so', (missing, message) => {
    const without = changed(TABLES, (files) => void files.delete(missing));
    expect(() => readMapInfoTables(without, context)).toThrow(message);
  });

  it('of old versions have the datum that their header writes out', () => {
    const old = changed(TABLES, (files) => {
      const map = files.get('Site.map')!;
      new DataView(map.buffer, map.byteOffset).setInt16(0x16a, 0, true);
    });
    const buoy = featuresOf(readMapInfoTables(old, context), 'Site')[7]!;
    const [longitude, latitude] = (buoy.geometry as unknown as { readonly coordinates: Position }).coordinates;
    // Three parameters place it twenty metres from where seven do.
    expect(longitude).toBeCloseTo(4.8895, 3);
    expect(latitude).toBeCloseTo(52.3617, 3);
    expect(warnings).toContainEqual(expect.stringMatching(/"MapInfo 31, 0".*exact to some ten metres/));
  });

  it('are said to need their other files where they come alone', () => {
    const alone = utf8Bytes('!table\n!version 300\n!charset WindowsLatin1\n');
    expect(() => readMapInfoTables(alone, context)).toThrow(
      /Put it into a ZIP together with its \.dat, \.map and \.id/,
    );
  });

  it('that lie nowhere on the earth say so', () => {
    const plan = changed(TABLES, (files) => void (files.get('lake.map')![0x16d] = 0));
    expect(() => readMapInfoTables(plan, context)).toThrow(/a plan that lies nowhere on the earth/);
  });
});

describe('other maps of programs', () => {
  it('have the depths of sea charts as attributes, and their letters', () => {
    const listing = readSeaChart(sample('s57', 'island-soundings-buoy.000'), context);
    const soundings = featuresOf(listing, 'SOUNDG');
    expect(soundings.map(({ geometry, properties }) => [geometry, properties!['DEPTH']])).toEqual([
      [{ type: 'Point', coordinates: [8.6, 47.3] }, 12.5],
      [{ type: 'Point', coordinates: [8.61, 47.31] }, 3.2],
    ]);
    expect(featuresOf(listing, 'LIGHTS')[0]!.properties).toMatchObject({ INFORM: 'Nächtlich', COLOUR: '3' });
  });

  it('have heights where a map of GMT has them', () => {
    const gmt = (positions: string): string =>
      `# @VGMT1.0 @GPOINT\n# @Je4326\n# @Nname\n# @Tstring\n# FEATURE_DATA\n${positions}`;
    const [high] = featuresOf(readGmt(utf8Bytes(gmt('# @DHarbour\n8.5 47.25 408\n')), context));
    expect(high).toMatchObject({ name: 'Harbour', geometry: { type: 'Point', coordinates: [8.5, 47.25, 408] } });
    const [flat] = featuresOf(readGmt(utf8Bytes(gmt('# @DHarbour\n8.5 47.25\n')), context));
    expect(flat!.geometry).toEqual({ type: 'Point', coordinates: [8.5, 47.25] });
  });

  it('have lines where they had arcs, and polygons where they had surfaces', () => {
    const rows = [
      'WKT,name',
      '"CIRCULARSTRING (8 47,8.1 47.1,8.2 47)",arc',
      '"LINESTRING (8 47,8.1 47.1)",line',
      '"TIN (((8 47,8.1 47,8.1 47.1,8 47)),((8 47,8.1 47.1,8 47.1,8 47)))",surface',
      '"TRIANGLE ((8 47,8.1 47,8.1 47.1,8 47))",triangle',
      '"POLYHEDRALSURFACE (((8 47,8.1 47,8.1 47.1,8 47)),((8 47,8.1 47.1,8 47.1,8 47)))",faces',
    ];
    const files = new Map([['map.csv', utf8Bytes(`${rows.join('\n')}\n`)]]);
    const entries = entriesOfMap({ files, main: 'map.csv', driver: 'CSV' }, readingOf(context));
    const [arc, line, ...surfaces] = featuresOf({ entries }, 'map');
    const places = (arc!.geometry as unknown as { readonly coordinates: readonly Position[] }).coordinates;
    expect(places.length).toBeGreaterThan(20);
    for (const [x = 0, y = 0] of places) expect(Math.hypot(x - 8.1, y - 47)).toBeCloseTo(0.1, 6);
    expect(line!.geometry).toMatchObject({ type: 'LineString' });
    expect(surfaces.map(({ geometry }) => geometry!.type)).toEqual(['MultiPolygon', 'Polygon', 'MultiPolygon']);
    expect(warnings).toContain('The layer "map" has 1 geometries with arcs, which became straight lines.');
  });
});
