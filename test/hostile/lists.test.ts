import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORPUS } from '../../corpus/cases.ts';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { LISTING_FORMATS, LISTING_KINDS } from '../../engine/formats/lists.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { assertProperty } from '../support/property.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ limits: { values: 200_000 } });
});
afterAll(() => engine.close());

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function outcome(content: Uint8Array | string, from: FormatId, to: FormatId = 'json'): Promise<string> {
  try {
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    const { report, warnings } = await engine.convert(new Uint8Array(bytes), { from, to });
    return [report.verified, ...warnings.map(({ code }) => code)].join(' ');
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const repeated = (text: string, count: number): string => text.repeat(count);

describe('hostile lists', () => {
  it('cannot claim more than they hold', async () => {
    const mo = new Uint8Array(28);
    const view = new DataView(mo.buffer);
    for (const [index, value] of [0x950412de, 0, 0x1fffffff, 28, 28].entries()) view.setUint32(4 * index, value, true);
    expect(await outcome(mo, 'mo')).toBe('input_truncated');
    const ase = new Uint8Array([0x41, 0x53, 0x45, 0x46, 0, 1, 0, 0, 0xff, 0xff, 0xff, 0xff]);
    expect(await outcome(ase, 'swatches')).toBe('input_truncated');
    const block = new Uint8Array([...ase.subarray(0, 11), 1, 0, 1, 0xff, 0xff, 0xff, 0xff]);
    expect(await outcome(block, 'swatches')).toBe('input_truncated');
    expect(await outcome(new Uint8Array([0, 1, 0xff, 0xff, 0, 0]), 'aco')).toBe('input_truncated');
    expect(await outcome('JASC-PAL\n0100\n4000000000\n1 2 3\n', 'jascpal')).toBe('input_truncated');
    const riff = new Uint8Array(24);
    riff.set(bytesOf('RIFF'));
    riff.set(bytesOf('PAL data'), 8);
    riff[22] = 0xff;
    expect(await outcome(riff, 'riffpal')).toBe('input_truncated');
  });

  it('whose texts lie on each other are refused', async () => {
    // Many descriptors that name one long text.
    const count = 60_000;
    const mo = new Uint8Array(28 + 16 * count + 20_000);
    const view = new DataView(mo.buffer);
    for (const [index, value] of [0x950412de, 0, count, 28, 28 + 8 * count].entries())
      view.setUint32(4 * index, value, true);
    for (let index = 0; index < 2 * count; index++) {
      view.setUint32(28 + 8 * index, 20_000, true);
      view.setUint32(32 + 8 * index, 28 + 16 * count, true);
    }
    mo.fill(0x61, 28 + 16 * count);
    expect(await outcome(mo, 'mo')).toBe('input_corrupt');
  });

  it('never fetch what they link to', async () => {
    const link = '<NetworkLink><Link><href>http://127.0.0.1:9/map.kml</href></Link></NetworkLink>';
    const overlay = '<GroundOverlay><Icon><href>file:///etc/passwd</href></Icon></GroundOverlay>';
    const place = '<Placemark><name>Here</name><Point><coordinates>1,2</coordinates></Point></Placemark>';
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${link}${overlay}${place}</Document></kml>`;
    expect(await outcome(kml, 'kml')).toBe('content link_dropped');
    const outside = '<!DOCTYPE gpx [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    expect(await outcome(`${outside}<gpx version="1.1"><wpt lat="1" lon="2"><name>&e;</name></wpt></gpx>`, 'gpx')).toBe(
      'content',
    );
  });

  it('do not expand entities', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${repeated(`&e${level};`, 10)}">`);
    const bomb = `<!DOCTYPE xliff [<!ENTITY e0 "boom">${levels.join('')}]>`;
    const body = '<file source-language="en"><body><trans-unit id="1"><source>&e9;</source></trans-unit></body></file>';
    expect(await outcome(`${bomb}<xliff version="1.2">${body}</xliff>`, 'xliff')).toBe('content');
  });

  it('in a ZIP cannot expand without end', async () => {
    const bomb = writeZip([{ name: 'doc.kml', bytes: new Uint8Array(64 * 1024 * 1024) }]);
    expect(await outcome(bomb, 'kmz')).toBe('input_too_complex');
    expect(
      await outcome(
        writeZip([
          { name: 'mimetype', bytes: bytesOf('krita/x-colorset'), stored: true },
          { name: 'colorset.xml', bytes: new Uint8Array(64 * 1024 * 1024) },
        ]),
        'kpl',
      ),
    ).toBe('input_too_complex');
  });

  it('of shapes cannot claim more than they hold', async () => {
    const shape = (change: (view: DataView) => void, bytes = 164): Uint8Array => {
      const view = new DataView(new ArrayBuffer(bytes));
      view.setInt32(0, 9994);
      view.setInt32(24, bytes / 2);
      view.setInt32(28, 1000, true);
      view.setInt32(32, 5, true);
      view.setInt32(104, (bytes - 108) / 2);
      view.setInt32(108, 5, true);
      change(view);
      return new Uint8Array(view.buffer);
    };
    const declared = (at: number, value: number) =>
      outcome(
        shape((view) => view.setUint32(at, value, true)),
        'shp',
      );
    // Positions, parts, and where the first part begins.
    expect(await declared(148, 0xffffffff)).toBe('input_corrupt');
    expect(await declared(144, 0xffffffff)).toBe('input_corrupt');
    expect(await declared(144, 0x40000000)).toBe('input_corrupt');
    expect(await declared(108, 77)).toBe('input_corrupt');
    const record = (words: number) =>
      outcome(
        shape((view) => view.setInt32(104, words)),
        'shp',
      );
    expect(await record(0x7fffffff)).toBe('input_truncated');
    expect(await record(0)).toBe('input_corrupt');
    expect(await record(-5)).toBe('input_corrupt');
    expect(
      await outcome(
        shape((view) => view.setInt32(24, 0x7fffffff)),
        'shp',
      ),
    ).toBe('input_truncated');
    const parts = shape((view) => {
      view.setUint32(144, 2, true);
      view.setUint32(148, 2, true);
      view.setUint32(152, 1, true);
      view.setUint32(156, 0, true);
    }, 240);
    expect(await outcome(parts, 'shp')).toBe('input_corrupt');
  });

  it('of shapes whose rings all lie in each other take no time', async () => {
    // Outer rings with a hole in each other, so that every hole is looked for in every ring.
    const count = 3000;
    const view = new DataView(new ArrayBuffer(152 + 4 * count + count * 5 * 16));
    view.setInt32(0, 9994);
    view.setInt32(24, view.byteLength / 2);
    view.setInt32(28, 1000, true);
    view.setInt32(104, (view.byteLength - 108) / 2);
    view.setInt32(108, 5, true);
    view.setInt32(144, count, true);
    view.setInt32(148, 5 * count, true);
    for (let ring = 0; ring < count; ring++) {
      view.setInt32(152 + 4 * ring, 5 * ring, true);
      const side = 1 + ring / count;
      const corners = [[0, 0], [0, side], [side, side], [side, 0], [0, 0]]; // prettier-ignore
      const turned = ring % 2 === 0 ? corners : corners.toReversed();
      for (const [index, [x, y]] of turned.entries()) {
        const at = 152 + 4 * count + 16 * (5 * ring + index);
        view.setFloat64(at, x!, true);
        view.setFloat64(at + 8, y!, true);
      }
    }
    const started = performance.now();
    expect(await outcome(new Uint8Array(view.buffer), 'shp')).toMatch(/^(content|input_too_complex)/);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('of attributes and reference systems are bounded as well', async () => {
    const point = new DataView(new ArrayBuffer(128));
    point.setInt32(0, 9994);
    point.setInt32(24, 64);
    point.setInt32(28, 1000, true);
    point.setInt32(104, 10);
    point.setInt32(108, 1, true);
    const shp = { name: 'a.shp', bytes: new Uint8Array(point.buffer) };
    const table = new Uint8Array(66);
    table.set([3, 126, 1, 1, 0xff, 0xff, 0xff, 0xff, 65, 0, 2, 0]);
    table.set([97], 32);
    table.set([0x43], 43);
    table[48] = 1;
    table[64] = 13;
    expect(await outcome(writeZip([shp, { name: 'a.dbf', bytes: table }]), 'shapefile')).toBe('input_truncated');
    const wide = Uint8Array.from(table);
    wide[48] = 255;
    expect(await outcome(writeZip([shp, { name: 'a.dbf', bytes: wide }]), 'shapefile')).toBe('input_corrupt');
    const named = (text: string) => outcome(writeZip([shp, { name: 'a.prj', bytes: bytesOf(text) }]), 'shapefile');
    expect(await named('PROJCS["a",GEOGCS["b",DATUM["c",SPHEROID["d",6378137,298]]],PROJECTION["Unheard_Of"]]')).toBe(
      'unsupported_conversion',
    );
    expect(await named(`PROJCS[${repeated('[', 10_000)}`)).toBe('unsupported_conversion');
    expect(await named('GEOGCS["x",DATUM["NTF",SPHEROID["c",6378249.2,293]],PRIMEM["Paris",2.33]]')).toBe(
      'unsupported_conversion',
    );
    expect(await named('EPSG:27700')).toBe('unsupported_conversion');
    const bomb = writeZip([shp, { name: 'a.dbf', bytes: new Uint8Array(64 * 1024 * 1024) }]);
    expect(await outcome(bomb, 'shapefile')).toMatch(/^input_(too_complex|corrupt)$/);
  });

  it('in databases cannot claim more than they hold', async () => {
    const folder = join(CORPUS, 'sources', 'gpkg');
    const sample = readFileSync(join(folder, readdirSync(folder)[0]!));
    const withGeometry = (statement: string, blob: Uint8Array): Uint8Array => {
      using database = new DatabaseSync(':memory:');
      database.deserialize(new Uint8Array(sample));
      database.exec('DROP TRIGGER rtree_piers_geom_insert');
      database.prepare(statement).run(blob);
      return database.serialize();
    };
    const found = (blob: readonly number[]) =>
      outcome(withGeometry('INSERT INTO piers (geom) VALUES (?)', Uint8Array.from(blob)), 'gpkg');
    const header = [0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0];
    expect(await found([...header, 1, 2, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])).toBe('input_truncated');
    expect(await found([...header, 1, 6, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f])).toBe('input_truncated');
    expect(await found([0x47, 0x50, 0, 0x0f])).toBe('input_truncated');
    expect(await found([0x47, 0x50, 0, 0x0f, 0, 0, 0, 0])).toBe('input_corrupt');
    expect(await found([1, 2, 3])).toBe('input_corrupt');
    // Arcs are told.
    expect(await found([...header, 1, 8, 0, 0, 0, 0, 0, 0, 0])).toMatch(/^content .*feature_dropped/);
    const deep = Array.from({ length: 5000 }, () => [1, 7, 0, 0, 0, 1, 0, 0, 0]).flat();
    expect(await found([...header, ...deep])).toBe('input_corrupt');
  });

  it('in databases run nothing of what these hold', async () => {
    using database = new DatabaseSync(':memory:');
    database.exec(
      "CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, srs_id INTEGER); INSERT INTO gpkg_contents VALUES ('endless', 'features', 4326), ('places', 'attributes', 0); CREATE TABLE places (name TEXT); INSERT INTO places VALUES ('Here'); CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    );
    database.exec('PRAGMA application_id = 0x47504b47');
    expect(await outcome(database.serialize(), 'gpkg')).toBe('content feature_dropped');
  });

  it('of statistics cannot claim more than they hold', async () => {
    const sampleOf = (name: string) => readFileSync(join(CORPUS, 'sources', 'sav', name));
    const plain = sampleOf('plain-values.sav');
    const changed = (at: number, value: number, source: Uint8Array = plain): Uint8Array => {
      const copy = Uint8Array.from(source);
      new DataView(copy.buffer).setInt32(at, value, true);
      return copy;
    };
    // How many cases, how they are packed, and records of the dictionary.
    expect(await outcome(changed(80, 0x7fffffff), 'sav')).toBe('input_truncated');
    expect(await outcome(changed(72, 7), 'sav')).toBe('input_corrupt');
    expect(await outcome(changed(176, 5), 'sav')).toBe('input_corrupt');
    expect(await outcome(changed(180, 4000), 'sav')).toBe('input_corrupt');
    expect(await outcome(changed(188, 99), 'sav')).toBe('input_corrupt');
    const labels = plain.indexOf(Uint8Array.from([3, 0, 0, 0, 3, 0, 0, 0]));
    expect(await outcome(changed(labels + 4, 0x7fffffff), 'sav')).toBe('input_truncated');
    const extension = plain.indexOf(Uint8Array.from([7, 0, 0, 0, 3, 0, 0, 0]));
    expect(await outcome(changed(extension + 12, 0x7fffffff), 'sav')).toBe('input_truncated');
    expect(await outcome(changed(extension + 12, -1), 'sav')).toBe('input_corrupt');
    const packed = sampleOf('packed.zsav');
    expect(await outcome(changed(packed.byteLength - 8, 0x7fffffff, packed), 'sav')).toBe('input_too_complex');
    expect(await outcome(changed(packed.byteLength - 8, 64, packed), 'sav')).toBe('input_corrupt');
    expect(await outcome(changed(packed.byteLength - 4, 0x7fffffff, packed), 'sav')).toBe('input_corrupt');
    expect(await outcome(changed(packed.byteLength - 28, 0x7fffffff, packed), 'sav')).toBe('input_truncated');
  });

  it('of observations cannot claim more than they hold', async () => {
    const sampleOf = (name: string) => readFileSync(join(CORPUS, 'sources', 'dta', name));
    const tagged = sampleOf('labels-dates-long-text.dta');
    const old = sampleOf('release-114-big-endian.dta');
    const changed = (source: Uint8Array, at: number, ...values: readonly number[]): Uint8Array => {
      const copy = Uint8Array.from(source);
      copy.set(values, at);
      return copy;
    };
    const behind = (tag: string): number => tagged.indexOf(tag) + tag.length;
    // How many rows and variables, where the parts are, the types, long texts and labels.
    expect(await outcome(changed(tagged, behind('<N>') + 3, 0x7f), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(tagged, behind('<K>'), 0xff, 0xff), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(tagged, behind('<map>') + 16, 1), 'dta')).toBe('input_corrupt');
    expect(await outcome(changed(tagged, behind('<release>') + 2, 0x36), 'dta')).toBe('input_corrupt');
    expect(await outcome(changed(tagged, behind('<variable_types>'), 0xff, 0xff), 'dta')).toBe('input_corrupt');
    expect(await outcome(changed(tagged, behind('<strls>GSO'), 9), 'dta')).toBe('input_corrupt');
    expect(await outcome(changed(tagged, behind('<strls>GSO') + 16, 0x7f), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(tagged, behind('<lbl>') + 3, 0x7f), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(tagged, behind('<lbl>') + 139, 0x7f), 'dta')).toBe('input_corrupt');
    expect(await outcome(changed(old, 6, 0x7f), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(old, 4, 0x7f), 'dta')).toBe('input_truncated');
    expect(await outcome(changed(old, 0, 110), 'dta')).toBe('input_corrupt');
  });

  it('of data sets and transport files cannot claim more than they hold', async () => {
    const sampleOf = (folder: string, name: string) => readFileSync(join(CORPUS, 'sources', folder, name));
    const dataSet = sampleOf('sas7bdat', 'dates-times-lengths.sas7bdat');
    const transport = sampleOf('xpt', 'dates-times-missing-5.xpt');
    const changed = (source: Uint8Array, at: number, ...values: readonly number[]): Uint8Array => {
      const copy = Uint8Array.from(source);
      copy.set(values, at);
      return copy;
    };
    const ascii = (text: string): number[] => [...Buffer.from(text)];
    const pageBytesAt = 200 + (dataSet[35] === 0x33 ? 4 : 0);
    expect(await outcome(changed(dataSet, pageBytesAt, 1, 0, 0, 0), 'sas7bdat')).toBe('input_corrupt');
    expect(await outcome(changed(dataSet, pageBytesAt, 0, 0, 0x80, 0), 'sas7bdat')).toBe('input_truncated');
    expect(await outcome(dataSet.subarray(0, 200), 'sas7bdat')).toBe('input_truncated');
    const namesAt = transport.indexOf('HEADER RECORD*******NAMESTR');
    expect(await outcome(changed(transport, namesAt + 54, ...ascii('9999')), 'xpt')).toBe('input_truncated');
    expect(await outcome(changed(transport, namesAt + 80 + 4, 0, 0), 'xpt')).toBe('input_corrupt');
    expect(await outcome(changed(transport, 240 + 74, ...ascii('9999')), 'xpt')).toBe('input_corrupt');
    expect(await outcome(transport.subarray(0, 240), 'xpt')).toBe('input_truncated');
  });

  it('of matrices and objects cannot claim more than they hold', async () => {
    const mat = readFileSync(join(CORPUS, 'sources', 'mat', 'matrices-texts-4.mat'));
    const changed = (source: Uint8Array, at: number, ...values: readonly number[]): Uint8Array => {
      const copy = Uint8Array.from(source);
      copy.set(values, at);
      return copy;
    };
    expect(await outcome(changed(mat, 4, 0xff, 0xff, 0xff, 0x7f), 'mat')).toBe('input_too_complex');
    expect(await outcome(changed(mat, 4, 0xff), 'mat')).toBe('input_truncated');
    expect(await outcome(mat.subarray(0, 50), 'mat')).toBe('input_truncated');
    const HEAD = [0x58, 0x0a, 0, 0, 0, 2, 0, 4, 0, 0, 0, 2, 3, 0];
    const r = (...values: readonly number[]): Uint8Array => Uint8Array.from([...HEAD, ...values]);
    // A list of so many lists, a sequence as a rule, a text of so many bytes, and a reference to nothing.
    expect(await outcome(r(0, 0, 0, 19, 0x7f, 0xff, 0xff, 0xff), 'rds')).toBe('input_truncated');
    expect(await outcome(r(...Array.from({ length: 600 }, () => [0, 0, 0, 19, 0, 0, 0, 1]).flat()), 'rds')).toBe(
      'input_too_complex',
    );
    expect(await outcome(r(0, 0, 0, 9, 0x7f, 0xff, 0xff, 0xff), 'rds')).toBe('input_truncated');
    expect(await outcome(r(0, 0, 5, 255), 'rds')).toBe('input_corrupt');
  });

  it('of databases cannot lead beyond them, nor in circles', async () => {
    const PAGE = 4096;
    const sample = readFileSync(join(CORPUS, 'sources', 'mdb', 'numbers-jet4.mdb'));
    const changed = (at: number, ...values: readonly number[]): Uint8Array => {
      const copy = Uint8Array.from(sample);
      copy.set(values, at);
      return copy;
    };
    const [TABLE, NEXT, COLUMNS, INDEXES, USAGE] = [
      2 * PAGE,
      2 * PAGE + 4,
      2 * PAGE + 45,
      2 * PAGE + 51,
      2 * PAGE + 55,
    ];
    // The list of tables: what it is, where it goes on, how many columns and indexes it has, and where its pages are.
    expect(await outcome(changed(TABLE, 1), 'mdb')).toBe('input_corrupt');
    expect(await outcome(changed(NEXT, 2), 'mdb')).toBe('input_corrupt');
    expect(await outcome(changed(NEXT, 0xff, 0xff), 'mdb')).toBe('input_truncated');
    expect(await outcome(changed(COLUMNS, 0xff, 0xff), 'mdb')).toBe('input_truncated');
    expect(await outcome(changed(INDEXES, 0xff, 0xff, 0xff, 0x7f), 'mdb')).toBe('input_truncated');
    expect(await outcome(changed(USAGE, 0xff), 'mdb')).toBe('input_corrupt');
    expect(await outcome(changed(USAGE + 1, 0xff, 0xff, 0xff), 'mdb')).toBe('input_truncated');
    expect(await outcome(sample.subarray(0, 3 * PAGE - 1), 'mdb')).toBe('input_truncated');
    expect(await outcome(changed(0x42, 1), 'mdb')).toBe('input_encrypted');
  });

  it('of data are bounded as well', async () => {
    expect(await outcome(`d4:infod1:a${repeated('l', 5000)}`, 'torrent')).toBe('input_too_complex');
    expect(await outcome('d4:infod6:pieces99999999999:', 'torrent')).toBe('input_truncated');
    expect(await outcome('d4:infod1:ai12', 'torrent')).toBe('input_truncated');
    expect(await outcome('dn: cn=a\nphoto:< file:///etc/passwd\n', 'ldif')).toBe('content');
    expect(await outcome('@relation a\n@attribute b numeric\n@data\n{4000000000 1}\n', 'arff')).toBe('input_corrupt');
    expect(await outcome(`REGEDIT4\n\n[a]\n"b"=hex(b):${repeated('00,', 50_000)}00\n`, 'reg')).toBe('content');
  });

  it('whose arcs, folders or geometries go round in circles end', async () => {
    const arcs = Array.from({ length: 2000 }, () => 0);
    const line = Array.from({ length: 2000 }, () => [1, 1]);
    const topology = { type: 'Topology', objects: { a: { type: 'LineString', arcs } }, arcs: [line] };
    expect(await outcome(JSON.stringify(topology), 'topojson')).toBe('input_too_complex');
    const missing = { type: 'Topology', objects: { a: { type: 'LineString', arcs: [7] } }, arcs: [] };
    expect(await outcome(JSON.stringify(missing), 'topojson')).toBe('input_corrupt');
    const deep = `${repeated('GEOMETRYCOLLECTION (', 5000)}POINT (1 2)${repeated(')', 5000)}`;
    expect(await outcome(deep, 'wkt')).toBe('input_corrupt');
    const folders = `<kml>${repeated('<Folder>', 5000)}${repeated('</Folder>', 5000)}</kml>`;
    expect(await outcome(folders, 'kml')).toBe('input_too_complex');
    const lists = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${repeated('<DL><p><DT><H3>x</H3>', 20_000)}<DT><A HREF="u">u</A>`;
    expect(await outcome(lists, 'bookmarks')).toMatch(/^(content|input_too_complex)/);
  });

  it('of GML are bounded, and refer to nothing outside', async () => {
    const gml = (geometry: string, around = '', values = ''): string =>
      `${around}<c xmlns:gml="http://www.opengis.net/gml"><gml:featureMember><a><g>${geometry}</g>${values}</a></gml:featureMember></c>`;
    const point = '<gml:Point srsName="EPSG:4326"><gml:pos>8 47</gml:pos></gml:Point>';
    expect(await outcome(gml(point), 'gml')).toBe('content');
    const outside = '<!DOCTYPE c [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    expect(await outcome(gml(point, outside, '<n>&e;</n><r xlink:href="http://127.0.0.1:9/a"/>'), 'gml')).toBe(
      'content',
    );
    expect(await outcome(gml('<gml:Point srsName="EPSG:99999"><gml:pos>8 47</gml:pos></gml:Point>'), 'gml')).toBe(
      'unsupported_conversion',
    );
    expect(await outcome(gml('<gml:Point srsName="my grid"><gml:pos>8 47</gml:pos></gml:Point>'), 'gml')).toBe(
      'unsupported_conversion',
    );
    expect(await outcome(gml('<gml:Point><gml:pos>600000 200000</gml:pos></gml:Point>'), 'gml')).toBe(
      'unsupported_conversion',
    );
    expect(await outcome(gml('<gml:Point><gml:pos>8</gml:pos></gml:Point>'), 'gml')).toBe('input_corrupt');
    const list =
      '<gml:LineString srsName="EPSG:4326"><gml:posList srsDimension="3">1 2 3 4</gml:posList></gml:LineString>';
    expect(await outcome(gml(list), 'gml')).toBe('input_corrupt');
    const member = (inner: string): string =>
      `<gml:MultiGeometry><gml:geometryMember>${inner}</gml:geometryMember></gml:MultiGeometry>`;
    let nested = point;
    for (let depth = 0; depth < 40; depth++) nested = member(nested);
    expect(await outcome(gml(nested), 'gml')).toBe('input_corrupt');
    expect(await outcome(gml(repeated('<a>', 5000) + repeated('</a>', 5000)), 'gml')).toBe('input_too_complex');
    expect(await outcome(gml(point, '', repeated('<v>1</v>', 5000)), 'gml')).toBe('input_too_complex');
    const arc =
      '<gml:Curve srsName="EPSG:4326"><gml:segments><gml:Arc><gml:posList>0 0 1 1 2 0</gml:posList></gml:Arc></gml:segments></gml:Curve>';
    expect(await outcome(gml(arc), 'gml')).toMatch(/^content .*feature_dropped/);
  });

  it('of FlatGeobuf are bounded by what they hold', async () => {
    const file = new Uint8Array(readFileSync(join(CORPUS, 'sources/fgb/utm-index-kinds.fgb')));
    const view = new DataView(file.buffer);
    const start = 12 + view.getUint32(8, true);
    for (let length = 8; length < file.byteLength; length += 61)
      expect(await outcome(file.slice(0, length), 'fgb')).toMatch(/^input_(truncated|corrupt)$/);
    const changed = (at: number, value: number): Uint8Array => {
      const copy = file.slice();
      new DataView(copy.buffer).setUint32(at, value, true);
      return copy;
    };
    expect(await outcome(changed(8, 0xffffffff), 'fgb')).toBe('input_truncated');
    // Its count of features, which the header has as a number of eight bytes.
    const count = Array.from({ length: start - 12 }, (_, at) => 12 + at).find(
      (at) => view.getUint32(at, true) === 7 && view.getUint32(at + 4, true) === 0 && at % 8 === 0,
    );
    expect(await outcome(changed(count!, 0x7fffffff), 'fgb')).toBe('input_truncated');
    for (let at = start; at + 4 <= file.byteLength; at += 52)
      expect(await outcome(changed(at, 0x7ffffff0), 'fgb')).toMatch(/^(content|input_)/);
  });

  it('of MapInfo are bounded by what they hold', async () => {
    const mif = (data: string, header = 'Columns 0\n'): string => `Version 650\nDelimiter ","\n${header}Data\n${data}`;
    for (const kind of ['Pline', 'Pline Multiple', 'Region', 'Multipoint', 'Collection'])
      expect(await outcome(mif(`${kind} 4000000000\n1 2\n`), 'mif')).toBe('input_truncated');
    expect(await outcome(mif('Point 1\n'), 'mif')).toBe('input_truncated');
    expect(await outcome(mif('Point 1 x\n'), 'mif')).toBe('input_corrupt');
    expect(await outcome(mif('Point 1 2\nBanana 3\n'), 'mif')).toBe('input_corrupt');
    expect(await outcome(mif('Point 1 2\nPen (1,2'), 'mif')).toBe('input_truncated');
    expect(await outcome(mif('Text "endless'), 'mif')).toBe('input_truncated');
    expect(await outcome(mif('Collection 1\nCollection 1\nPoint 1 2\n'), 'mif')).toBe('input_corrupt');
    expect(await outcome(mif(repeated('Collection 1\n', 100_000)), 'mif')).toMatch(/^input_/);
    expect(await outcome(mif('', 'Columns 4000000000\n'), 'mif')).toBe('input_corrupt');
    expect(await outcome('Version 650\nColumns 2\n', 'mif')).toBe('input_truncated');
    // Rings in rings: each is compared with those around it.
    const rings = Array.from(
      { length: 4000 },
      (_, at) => `4\n${at} ${at}\n${90 - at} ${at}\n${at} ${90 - at}\n${at} ${at}\n`,
    );
    expect(await outcome(mif(`Region 4000\n${rings.join('')}`), 'mif')).toMatch(/^input_too_complex|^unsupported/);
    const zip = (table: string) =>
      writeZip([
        { name: 'a.mif', bytes: bytesOf(mif('None\n', 'Columns 1\n a Char(5)\n')) },
        { name: 'a.mid', bytes: bytesOf(table) },
      ]);
    expect(await outcome(zip('"endless'), 'mapinfo')).toBe('input_truncated');
    expect(await outcome(zip('"a"\n"b"\n'), 'mapinfo')).toMatch(/^content .*input_repaired/);
  });

  it('of GeoParquet are bounded by what they hold', async () => {
    const file = new Uint8Array(readFileSync(join(CORPUS, 'sources/geoparquet/utm-index-two-geometries.geoparquet')));
    for (let length = 64; length < file.byteLength; length += 487)
      expect(await outcome(file.slice(0, length), 'geoparquet')).toMatch(/^input_(truncated|corrupt)$/);
    const last = file.byteLength - 8;
    for (const length of [0, 1, 0x7fffffff, 0xffffffff]) {
      const copy = file.slice();
      new DataView(copy.buffer).setUint32(last, length, true);
      expect(await outcome(copy, 'geoparquet')).toMatch(/^input_(truncated|corrupt)$/);
    }
    for (let at = 4; at < last; at += 211) {
      const copy = file.slice();
      copy.fill(0xff, at, at + 4);
      expect(await outcome(copy, 'geoparquet')).toMatch(/^(content|input_|unsupported_conversion)/);
    }
  });

  it('with more entries than allowed are refused', async () => {
    expect(await outcome(`#EXTM3U\n${repeated('a.mp3\n', 200_001)}`, 'm3u')).toBe('input_too_complex');
    expect(await outcome(repeated('msgid "a"\nmsgstr "b"\n\n', 100_001), 'po')).toBe('input_too_complex');
  });

  it('that no program reads in a line take no time', async () => {
    const started = performance.now();
    expect(await outcome(`"a" = "b";\n"${repeated('\\', 200_001)}`, 'applestrings')).toBe('input_corrupt');
    expect(await outcome(`msgid "${repeated('\\"', 200_000)}`, 'po')).toBe('input_corrupt');
    expect(
      await outcome(`<resources><string name="a">${repeated('"', 200_001)}</string></resources>`, 'androidstrings'),
    ).toBe('content');
    expect(await outcome(`{"@@locale":"en","a":"{n, plural, ${repeated('other{', 50_000)}"}`, 'arb')).toBe('content');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('that are cut or damaged anywhere give a result or an error with a name', async () => {
    const formats = LISTING_KINDS.flatMap((kind) => [...LISTING_FORMATS[kind].both, ...LISTING_FORMATS[kind].read]);
    const samples = [
      ...formats,
      ...(['gpkg', 'mdb', 'sav', 'dta', 'sas7bdat', 'xpt', 'mat', 'rds', 'arff', 'ldif', 'reg', 'torrent'] as const),
    ].map((format) => {
      const folder = join(CORPUS, 'sources', format);
      return [format, readFileSync(join(folder, readdirSync(folder)[0]!))] as const;
    });
    const damage = fc.record({
      sample: fc.constantFrom(...samples),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      isCut: fc.boolean(),
    });
    await assertProperty(
      fc.asyncProperty(damage, async ({ sample: [format, content], at, byte, isCut }) => {
        const place = Math.floor(at * content.byteLength);
        const damaged = isCut
          ? content.subarray(0, place)
          : Uint8Array.from(content, (each, index) => (index === place ? byte : each));
        const found = await outcome(damaged, format);
        expect(found).not.toMatch(/internal|conversion_failed|timeout|output_not_verified/);
      }),
      { numRuns: 150 },
    );
  });
});
