import { describe, expect, it } from 'vitest';
import { definitionOfCoordSys } from '../../../../../engine/content/listing/map/mapinfo/coord-sys.ts';
import { readBareMapInfo, readMapInfo } from '../../../../../engine/content/listing/map/mapinfo/reader.ts';
import { writeMapInfo } from '../../../../../engine/content/listing/map/mapinfo/writer.ts';
import { entryOfFeature, featureOfEntry } from '../../../../../engine/content/listing/map/features.ts';
import { polygonsByNesting } from '../../../../../engine/content/listing/map/rings.ts';
import { projectionOf } from '../../../../../engine/content/listing/map/reference-systems.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { openZip, writeZip } from '../../../../../engine/io/zip.ts';

const warnings: string[] = [];
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: ({ message }: { message: string }) => void warnings.push(message),
} as unknown as RunContext;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function featuresOf(objects: string, header = 'Columns 0\n') {
  const text = `Version 650\nCharset "UTF-8"\nDelimiter ","\n${header}Data\n${objects}`;
  return readBareMapInfo(bytesOf(text), context).entries.map(featureOfEntry);
}

function rowsOf(columns: readonly string[], table: string) {
  const header = `Version 300\nDelimiter ","\nColumns ${columns.length}\n${columns.join('\n')}\nData\n`;
  const count = table.split('\n').filter(Boolean).length;
  const zip = writeZip([
    { name: 'A.MIF', bytes: bytesOf(header + 'NONE\n'.repeat(count)) },
    { name: 'a.mid', bytes: bytesOf(table) },
  ]);
  return readMapInfo(zip, context).entries.map((entry) => featureOfEntry(entry).properties);
}

/** A square as a ring. */
const square = (x: number, side: number): number[][] => [
  [x, x],
  [x + side, x],
  [x + side, x + side],
  [x, x + side],
  [x, x],
];

describe('MapInfo', () => {
  it('reads objects whatever lies between them', () => {
    const [point, line, nothing] = featuresOf(
      'point 8 47 symbol (35,0,12,"a)b",1,0)\nPLINE\n2\n8 47\n9\t48 PEN (1,2,0)\nSMOOTH\nnone',
    );
    expect(point!.geometry).toEqual({ type: 'Point', coordinates: [8, 47] });
    expect(line!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [8, 47],
        [9, 48],
      ],
    });
    expect(nothing!.geometry).toBeUndefined();
  });

  it('finds the holes of regions by where they lie', () => {
    const island = square(4, 1);
    const polygons = polygonsByNesting([island, square(0, 10), square(3, 3), square(20, 1)], () => undefined);
    expect(polygons.map((rings) => rings.map(([first]) => first![0]))).toEqual([[4], [0, 3], [20]]);
    // The same ring twice is an area with nothing in it, not two areas.
    expect(polygonsByNesting([square(0, 1), square(0, 1)], () => undefined)).toHaveLength(1);
  });

  it('moves coordinates by the transformation of the file', () => {
    const [feature] = featuresOf('Point 800 4700\n', 'Transform 0.01,0.01,1,2\nColumns 0\n');
    expect(feature!.geometry).toEqual({ type: 'Point', coordinates: [9, 49] });
  });

  it('reads values by the types of their columns', () => {
    expect(
      rowsOf(
        ['a Char(9)', 'b Logical', 'c Date', 'd Time', 'e DateTime', 'f Decimal(9,2)'],
        '"x,""y",T,20240501,083015250,20240501083000000,1.50\nplain,0,,,,\n',
      ),
    ).toEqual([
      { a: 'x,"y', b: true, c: '2024-05-01', d: '08:30:15.250', e: '2024-05-01T08:30:00', f: 1.5 },
      { a: 'plain', b: false },
    ]);
  });

  it('knows systems by their numbers, and shifts that the file says', () => {
    const at = (clause: string, x: number, y: number) => projectionOf(definitionOfCoordSys(clause)).toDegrees!([x, y]);
    // By PROJ, from the same definitions.
    expect(at('Earth Projection 8, 104, "m", 9, 0, 0.9996, 500000, 0', 600_000, 5_300_000)[0]).toBeCloseTo(
      10.33659097,
      7,
    );
    const feet = at(
      'Earth Projection 3, 74, "survey ft", -74, 40.1666666667, 40.6666666667, 41.0333333333, 984250, 0',
      984_250,
      200_000,
    );
    expect(feet[0]).toBeCloseTo(-74, 6);
    expect(feet[1]).toBeCloseTo(40.7156305, 6);
    const turned =
      'Earth Projection 8, 9999, 10, 598.1, 73.7, 418.2, -0.202, -0.045, 2.455, 6.7, 0, "m", 9, 0, 1, 3500000, 0';
    const known = 'Earth Projection 8, 1000, "m", 9, 0, 1, 3500000, 0';
    const [a, b] = [at(turned, 3_500_000, 5_500_000), at(known, 3_500_000, 5_500_000)];
    expect(a[0]).toBeCloseTo(b[0]!, 8);
    expect(a[1]).toBeCloseTo(b[1]!, 8);
    expect(projectionOf(definitionOfCoordSys('Earth Projection 1, 104 Bounds (-180, -90) (180, 90)')).toDegrees).toBe(
      undefined,
    );
  });

  it.each([
    ['NonEarth Units "m" Bounds (0, 0) (10, 10)', /nowhere on the earth/],
    ['Earth Projection 8, 555, "m", 9, 0, 1, 0, 0', /datum that is not known here \(555\)/],
    ['Earth Projection 16, 104, "m", 9', /projection or a unit/],
    ['Earth Projection 8, 104, "cubit", 9', /projection or a unit/],
    ['Earth Projection 8, 104, "m", 9, 0, 1, 0, 0 Affine Units "m", 1, 2, 3, 4, 5, 6', /turns and stretches/],
  ])('says why it cannot place %s', (clause, why) => {
    expect(() => featuresOf('Point 1 2\n', `CoordSys ${clause}\nColumns 0\n`)).toThrow(why);
  });

  it('writes texts in the code page of old versions where that holds them', () => {
    const written = (name: string) => {
      const zip = openZip(
        writeMapInfo({ entries: [entryOfFeature({ name, geometry: { type: 'Point', coordinates: [8, 47] } })] }),
        DEFAULT_LIMITS,
      );
      return zip.entries.map((entry) => Buffer.from(zip.read(entry)).toString('latin1')).join('');
    };
    expect(written('Bürkliplatz')).toMatch(/Version 650\r\nCharset "WindowsLatin1"[^]*"B\xfcrkliplatz"/);
    expect(written('Гавань')).toMatch(/Version 1520\r\nCharset "UTF-8"/);
  });
});
