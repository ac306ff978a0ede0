import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { sceneOf, type MeshPart } from '../../../../engine/content/mesh/model.ts';
import { drawOutline } from '../../../../engine/content/mesh/picture/outline.ts';
import { addBox, addSphere, Faces } from '../../../../engine/content/mesh/solids.ts';
import type { OptionValues } from '../../../../engine/formats/options.ts';

const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as unknown as RunContext;

function outlineOf(parts: readonly MeshPart[], options: OptionValues): string {
  const step = { codec: 'mesh', edge: 'outline', from: 'glb', to: 'svg', options: { width: 200, ...options } } as const;
  return drawOutline(sceneOf('', parts), step, context);
}

const solid = (add: (faces: Faces) => void): MeshPart => {
  const faces = new Faces();
  add(faces);
  return faces.part(undefined);
};
const cube = solid((faces) => addBox([2, 2, 2], faces));

/** Lines of an outline that are longer than a few pixels, as their lengths. */
function lengthsIn(svg: string): number[] {
  const lines = [...svg.matchAll(/M(\S+) (\S+)L(\S+) ([\d.-]+)/g)].map((line) => line.slice(1).map(Number));
  return lines.map(([x, y, a, b]) => Math.hypot(a! - x!, b! - y!)).filter((length) => length > 3);
}

describe('the outline of a model', () => {
  it('has the edges that are in front, and none within a plane', () => {
    const front = lengthsIn(outlineOf([cube], { view: 'front' }));
    expect(front.map(Math.round).sort()).toEqual(expect.arrayContaining([180, 180, 180, 180]));
    // The three edges of the corner at the back are hidden.
    expect(lengthsIn(outlineOf([cube], { view: 'angle' }))).toHaveLength(9);
  });

  it('has no edges where faces hardly meet at an angle', () => {
    const sphere = solid((faces) => addSphere(1, faces));
    const total = lengthsIn(outlineOf([sphere], { view: 'front' })).reduce((sum, length) => sum + length, 0);
    expect(Math.abs(total / (Math.PI * 180) - 1)).toBeLessThan(0.1);
  });

  it('hides what lies behind a surface', () => {
    const wall: MeshPart = {
      kind: 'triangles',
      positions: Float64Array.from([-3, -3, 5, 3, -3, 5, 3, 3, 5, -3, 3, 5]),
      indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
    };
    expect(lengthsIn(outlineOf([cube, wall], { view: 'front' }))).toHaveLength(4);
    expect(lengthsIn(outlineOf([cube, wall], { view: 'back' }))).toHaveLength(8);
  });

  it('has lines, points, colours and a ground', () => {
    const line: MeshPart = {
      kind: 'lines',
      positions: Float64Array.from([0, 0, 0, 1, 1, 0]),
      indices: Uint32Array.of(0, 1),
    };
    const dot: MeshPart = { kind: 'points', positions: Float64Array.from([0, 1, 0]), indices: Uint32Array.of(0) };
    const svg = outlineOf([line, dot], { view: 'front', modelColour: '#aa0000', background: '#ffffff' });
    expect(svg).toContain('stroke="#aa0000"');
    expect(svg).toContain('fill="#ffffff"');
    expect([...svg.matchAll(/M[^M"]+/g)].map(([one]) => one.trim())).toEqual(['M10 190L190 10', 'M10 10L10 10']);
  });
});
