import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../engine/codecs/dxf/document.ts';
import { modelOf } from '../../../engine/codecs/dxf/scene.ts';
import { measure } from '../../../engine/content/mesh/measures.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as unknown as RunContext;

interface Parts {
  readonly blocks?: string;
  readonly tables?: string;
  readonly header?: string;
}

/** Groups and values by turns, as lines of a file. */
function modelled(entities: string, { blocks = '', tables = '', header = '' }: Parts = {}) {
  const section = (name: string, content: string): string => `0 SECTION 2 ${name} ${content} 0 ENDSEC `;
  const text = `${section('HEADER', header)}${section('TABLES', tables)}${section('BLOCKS', blocks)}${section('ENTITIES', entities)}0 EOF`;
  return modelOf(readDocument(new TextEncoder().encode(text.trim().split(/\s+/).join('\n')), context), context);
}
const measured = (...file: Parameters<typeof modelled>) => measure(modelled(...file).scene);
const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(6)) + 0);

/** A box of two by three by four as a polyface mesh. */
const place = (x: number, y: number, z: number): string => `0 VERTEX 8 0 10 ${x} 20 ${y} 30 ${z} 70 192 `;
const side = (...corners: readonly number[]): string =>
  `0 VERTEX 8 0 10 0 20 0 30 0 70 128 ${corners.map((corner, at) => `${71 + at} ${corner}`).join(' ')} `;
const BOX = `0 POLYLINE 8 0 66 1 70 64 71 8 72 6 ${[0, 4]
  .flatMap((z) => [place(0, 0, z), place(2, 0, z), place(2, 3, z), place(0, 3, z)])
  .join('')}${[
  [1, 4, 3, 2],
  [5, 6, 7, 8],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 4, 8, 7],
  [4, 1, 5, -8],
]
  .map((corners) => side(...corners))
  .join('')}0 SEQEND`;
const BLOCK = `0 BLOCK 2 BOX 10 1 20 0 30 4 ${BOX} 0 ENDBLK`;
const FACE = '10 0 20 0 30 1 11 2 21 0 31 1 12 2 22 2 32 1';

describe('faces of a drawing', () => {
  it('have three or four corners', () => {
    expect(measured(`0 3DFACE 8 A ${FACE} 13 0 23 2 33 1`)).toMatchObject({ triangles: 2, area: 4 });
    expect(measured(`0 3DFACE 8 A ${FACE} 13 2 23 2 33 1`)).toMatchObject({ triangles: 1, area: 2 });
    expect(measured(`0 3DFACE 8 A ${FACE}`)).toMatchObject({ triangles: 1, area: 2 });
  });

  it('of a polyface mesh enclose what they enclose', () => {
    const { triangles, area, volume, box } = measured(BOX);
    expect({ triangles, area, volume, box }).toEqual({ triangles: 12, area: 52, volume: 24, box: [0, 0, 0, 2, 3, 4] });
  });

  it('of a polygon mesh join its rows and columns, and the last with the first where it is closed', () => {
    const ring = (z: number): string =>
      [0, 1, 2, 3]
        .map((step) => `0 VERTEX 8 0 10 ${[1, 0, -1, 0][step]} 20 ${[0, 1, 0, -1][step]} 30 ${z} 70 64 `)
        .join('');
    const mesh = (flags: number): string =>
      `0 POLYLINE 8 0 66 1 70 ${flags} 71 3 72 4 ${ring(0)}${ring(1)}${ring(2)}0 SEQEND`;
    expect(measured(mesh(16)).triangles).toBe(2 * 3 * 2);
    expect(measured(mesh(16 + 32)).triangles).toBe(2 * 4 * 2);
    expect(measured(mesh(16 + 32)).area).toBeCloseTo(4 * Math.SQRT2 * 2, 9);
    expect(measured(mesh(16 + 1)).triangles).toBe(3 * 3 * 2);
  });

  it('of a mesh are those before it is smoothed, which is told', () => {
    const mesh = `0 MESH 8 A 71 2 72 0 91 2 92 5 10 0 20 0 30 0 10 2 20 0 30 0 10 2 20 2 30 0 10 0 20 2 30 0 10 1 20 1 30 3
      93 9 90 4 90 0 90 1 90 2 90 3 90 3 90 0 90 1 90 4 94 1 90 0 90 1 95 0`;
    expect(measured(mesh)).toMatchObject({ triangles: 3, box: [0, 0, 0, 2, 2, 3] });
    expect(modelled(mesh).simplified).toEqual({ wide: 0, smooth: 1 });
  });

  it('of an area lie in its plane, and are a body where it has a thickness', () => {
    const area = '10 0 20 0 30 5 11 2 21 0 31 5 12 0 22 3 32 5 13 2 23 3 33 5';
    expect(measured(`0 SOLID 8 A ${area}`)).toMatchObject({ triangles: 2, area: 6, box: [0, 0, 5, 2, 3, 5] });
    expect(measured(`0 SOLID 8 A 39 4 ${area}`)).toMatchObject({ triangles: 12, volume: 24 });
    // Seen along the x axis: x of the area runs along y, and y of it upwards.
    expect(rounded(measured(`0 TRACE 8 A 210 1 220 0 230 0 ${area}`).box)).toEqual([5, 0, 0, 5, 2, 3]);
  });
});

describe('lines of a drawing', () => {
  it('lie in space', () => {
    expect(measured('0 LINE 8 A 10 0 20 0 30 1 11 3 21 4 31 13')).toMatchObject({ lines: 1, box: [0, 0, 1, 3, 4, 13] });
    const vertices = [0, 1, 2].map((step) => `0 VERTEX 10 ${step} 20 0 30 ${step} 70 32`).join(' ');
    expect(measured(`0 POLYLINE 66 1 70 8 ${vertices} 0 SEQEND`)).toMatchObject({ lines: 2, box: [0, 0, 0, 2, 0, 2] });
    expect(measured(`0 POLYLINE 66 1 70 9 ${vertices} 0 SEQEND`).lines).toBe(3);
    expect(measured('0 POINT 10 1 20 2 30 3')).toMatchObject({ points: 1, box: [1, 2, 3, 1, 2, 3] });
  });

  it('are walls where they have a thickness', () => {
    const wall = measured('0 LWPOLYLINE 8 A 90 3 70 0 38 1 39 2.5 10 0 20 0 10 4 20 0 10 4 20 3');
    expect(wall).toMatchObject({ triangles: 4, lines: 0, area: 17.5, box: [0, 0, 1, 4, 3, 3.5] });
    expect(measured('0 CIRCLE 10 0 20 0 30 0 40 1 39 1').area).toBeCloseTo(2 * Math.PI, 1);
    expect(measured('0 POINT 10 1 20 2 30 3 39 2')).toMatchObject({ points: 0, lines: 1, box: [1, 2, 3, 1, 2, 5] });
  });

  it('that are round are so in their plane', () => {
    const upright = '10 0 20 0 30 7 40 2 210 0 220 -1 230 0';
    expect(rounded(measured(`0 CIRCLE ${upright}`).box)).toEqual([-2, -7, -2, 2, -7, 2]);
    expect(rounded(measured(`0 ARC ${upright} 50 0 51 90`).box)).toEqual([0, -7, 0, 2, -7, 2]);
    // A half of an ellipse whose plane is upright.
    const ellipse = '10 1 20 1 30 1 11 3 21 0 31 0 40 0.5 41 0 42 3.141592653589793 210 0 220 -1 230 0';
    expect(rounded(measured(`0 ELLIPSE ${ellipse}`).box)).toEqual([-2, 1, 1, 4, 1, 2.5]);
  });

  it('that are splines run through space', () => {
    const controls = '10 0 20 0 30 0 10 0 20 2 30 1 10 3 20 2 30 2 10 3 20 0 30 3';
    const knots = [0, 0, 0, 0, 1, 1, 1, 1].map((knot) => `40 ${knot}`).join(' ');
    const { lines, box } = measured(`0 SPLINE 70 8 71 3 ${knots} ${controls}`);
    expect(lines).toBe(16);
    expect(rounded(box)).toEqual([0, 0, 0, 3, 1.5, 3]);
  });

  it('have no width in space, which is told', () => {
    expect(modelled('0 LWPOLYLINE 90 2 43 0.5 10 0 20 0 10 1 20 1').simplified.wide).toBe(1);
  });
});

describe('blocks in space', () => {
  const insert = (more: string) => `0 INSERT 8 A 2 BOX 10 10 20 20 30 30 ${more}`;

  it('stand about their base, scaled, turned and in rows', () => {
    expect(measured(insert(''), { blocks: BLOCK }).box).toEqual([9, 20, 26, 11, 23, 30]);
    expect(rounded(measured(insert('41 2 42 1 43 0.5 50 90'), { blocks: BLOCK }).box)).toEqual([7, 18, 28, 10, 22, 30]);
    const rows = measured(insert('70 3 71 2 44 10 45 20'), { blocks: BLOCK });
    expect(rows).toMatchObject({ triangles: 72, box: [9, 20, 26, 31, 43, 30] });
    expect(rows.volume).toBeCloseTo(144, 9);
  });

  it('keep their outside out where they are mirrored', () => {
    expect(measured(insert('41 -1'), { blocks: BLOCK }).volume).toBeCloseTo(24, 9);
    expect(measured(insert('43 -2'), { blocks: BLOCK }).volume).toBeCloseTo(48, 9);
  });

  it('lie in the plane of their extrusion, in other blocks as well', () => {
    const box = measured('0 INSERT 8 A 2 BOX 10 1 20 0 30 4 210 1 220 0 230 0', { blocks: BLOCK }).box;
    expect(rounded(box)).toEqual([0, 0, 0, 4, 2, 3]);
    const nested = `${BLOCK} 0 BLOCK 2 OUTER 10 0 20 0 30 0 0 INSERT 8 0 2 BOX 10 1 20 0 30 4 50 90 0 ENDBLK`;
    const outer = measured('0 INSERT 8 A 2 OUTER 10 100 20 0 30 0 50 90', { blocks: nested });
    expect(outer.triangles).toBe(12);
    expect(rounded(outer.box)).toEqual([99, -2, 0, 101, 1, 4]);
  });
});

describe('the scene of a drawing', () => {
  const LAYERS =
    '0 LAYER 2 Red 70 0 62 1 0 LAYER 2 Plain 70 0 62 7 0 LAYER 2 Off 70 0 62 -3 0 LAYER 2 Frozen 70 1 62 3';

  it('has a node for each layer, and colours by entity, layer and block', () => {
    const { scene, hidden } = modelled(
      `0 3DFACE 8 Red ${FACE} 0 3DFACE 8 Red 62 5 ${FACE} 0 3DFACE 8 Plain ${FACE} 0 3DFACE 8 Plain 420 1122867 ${FACE}
       0 INSERT 8 Red 62 3 2 B 0 3DFACE 8 Off ${FACE} 0 3DFACE 8 frozen ${FACE}`,
      { tables: LAYERS, blocks: `0 BLOCK 2 B 0 3DFACE 8 0 62 0 ${FACE} 0 ENDBLK` },
    );
    expect(scene.roots.map(({ name }) => name)).toEqual(['Red', 'Plain']);
    const colours = scene.meshes.map(({ parts }) =>
      parts.map(({ material }) => (material === undefined ? undefined : scene.materials[material]!.name)),
    );
    expect(colours).toEqual([
      ['#ff0000', '#0000ff', '#00ff00'],
      [undefined, '#112233'],
    ]);
    expect(hidden).toBe(2);
  });

  it('has the unit that the drawing says', () => {
    const unit = (header: string) => modelled('0 POINT 10 1 20 2 30 3', { header }).scene.space;
    expect(unit('9 $INSUNITS 70 4')).toEqual({ up: 'z', metres: 0.001 });
    expect(unit('9 $INSUNITS 70 2')).toEqual({ up: 'z', metres: 0.3048 });
    expect(unit('9 $INSUNITS 70 0')).toEqual({ up: 'z', metres: 1 });
  });

  it('lies around its middle where the drawing is far from the origin', () => {
    const { scene } = modelled('0 LINE 10 565000.125 20 5930000.5 30 10 11 565020.125 21 5930010.5 31 12');
    const [positions] = scene.meshes[0]!.parts.map((part) => [...part.positions]);
    expect(Math.max(...positions!.map(Math.abs))).toBeLessThan(30);
    expect(measure(scene).box).toEqual([565000.125, 5930000.5, 10, 565020.125, 5930010.5, 12]);
  });

  it('leaves out what has no shape in space, and says why nothing is left', () => {
    const { dropped } = modelled('0 POINT 10 1 20 2 30 3 0 3DSOLID 8 A 0 TEXT 10 0 20 0 40 1 1 word');
    expect(dropped).toEqual(new Map([['3DSOLID', 1], ['TEXT', 1]])); // prettier-ignore
    expect(() => modelled('0 3DSOLID 8 A 0 BODY 8 A')).toThrow(/bodies \(2\) are ACIS data, which cannot be read/);
    expect(() => modelled('0 TEXT 10 0 20 0 40 1 1 word')).toThrow(/only parts of other kinds \(TEXT\)/);
    expect(() => modelled(`0 3DFACE 8 Off ${FACE}`, { tables: LAYERS })).toThrow(/all of its 1 parts are hidden/);
  });
});
