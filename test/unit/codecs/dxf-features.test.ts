import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../engine/codecs/dxf/document.ts';
import { drawModel } from '../../../engine/codecs/dxf/drawing.ts';
import { mapOfDrawing } from '../../../engine/codecs/dxf/features.ts';
import { featureOfEntry, type Feature } from '../../../engine/content/listing/map/features.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: () => undefined,
} as unknown as RunContext;

/** Groups and values by turns, as lines of a file. */
function featuresOf(entities: string, blocks = ''): Feature[] {
  const section = (name: string, content: string): string => `0 SECTION 2 ${name} ${content} 0 ENDSEC `;
  const text = `${section('BLOCKS', blocks)}${section('ENTITIES', entities)}0 EOF`;
  const bytes = new TextEncoder().encode(text.trim().split(/\s+/).join('\n'));
  const drawn = drawModel(readDocument(bytes, context), context);
  return mapOfDrawing(drawn, 'EPSG:4326', context).entries.map(featureOfEntry);
}

describe('drawings that become maps', () => {
  it('keep layers and places', () => {
    const [point, line] = featuresOf('0 POINT 8 Trees 10 8.5 20 47 0 LINE 8 Pipes 10 8 20 47 11 9 21 48');
    expect(point).toMatchObject({ layer: 'Trees', geometry: { type: 'Point', coordinates: [8.5, 47] } });
    expect(line).toMatchObject({
      layer: 'Pipes',
      geometry: {
        type: 'LineString',
        coordinates: [
          [8, 47],
          [9, 48],
        ],
      },
    });
  });

  it('have areas of what is closed, and lines of what is open', () => {
    const corners = '10 0 20 0 10 4 20 0 10 4 20 4';
    const [open, closed] = featuresOf(`0 LWPOLYLINE 8 A 70 0 ${corners} 0 LWPOLYLINE 8 A 70 1 ${corners}`);
    expect(open!.geometry!.type).toBe('LineString');
    expect(closed!.geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    });
  });

  it('have circles of straight lines that stay on the circle', () => {
    const [circle] = featuresOf('0 CIRCLE 8 A 10 10 20 20 40 2');
    const [ring] = (circle!.geometry as unknown as { coordinates: number[][][] }).coordinates;
    expect(ring!.length).toBe(65);
    for (const [x, y] of ring!) expect(Math.hypot(x! - 10, y! - 20)).toBeCloseTo(2, 2);
  });

  it('have blocks where they stand, turned and scaled', () => {
    const block = '0 BLOCK 2 MARK 10 1 20 0 0 POINT 8 0 10 2 20 0 0 ENDBLK';
    const places = featuresOf(
      '0 INSERT 8 Marks 2 MARK 10 5 20 5 0 INSERT 8 Marks 2 MARK 10 5 20 5 41 2 42 2 50 90',
      block,
    );
    const [plain, turned] = places.map(
      ({ geometry }) => (geometry as unknown as { coordinates: number[] }).coordinates,
    );
    expect(places.map(({ layer }) => layer)).toEqual(['Marks', 'Marks']);
    expect(plain).toEqual([6, 5]);
    expect(turned![0]).toBeCloseTo(5, 9);
    expect(turned![1]).toBeCloseTo(7, 9);
  });

  it('name points by the texts that stand there', () => {
    const [label] = featuresOf('0 TEXT 8 Names 10 8 20 47 40 1 1 Harbour');
    expect(label).toMatchObject({ name: 'Harbour', geometry: { type: 'Point' } });
  });

  it('need a reference system that is known', () => {
    const document = '0\nSECTION\n2\nENTITIES\n0\nPOINT\n10\n1\n20\n2\n0\nENDSEC\n0\nEOF';
    const drawn = drawModel(readDocument(new TextEncoder().encode(document), context), context);
    expect(() => mapOfDrawing(drawn, 'EPSG:1', context)).toThrow(/for sourceCrs/);
  });
});
