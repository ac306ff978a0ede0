import { describe, expect, it } from 'vitest';
import { drawScene } from '../../../../engine/content/mesh/picture/draw.ts';
import { sceneOf, type MeshPart } from '../../../../engine/content/mesh/model.ts';

const signal = new AbortController().signal;

/** Columns and rows from the first to the last pixel that shows something. */
function shownBox(part: MeshPart, view: 'front' | 'top' | 'angle'): readonly [across: number, down: number] {
  const shot = { width: 100, height: 100, view, up: 'y', background: [0, 0, 0, 0] } as const;
  const { data } = drawScene(sceneOf('', [part]), shot, [], signal);
  const shown = Array.from({ length: 100 * 100 }, (_, at) => at).filter((at) => data[at * 4 + 3]! > 16);
  const [columns, rows] = [shown.map((at) => at % 100), shown.map((at) => Math.floor(at / 100))];
  const span = (places: readonly number[]) => (places.length === 0 ? 0 : Math.max(...places) - Math.min(...places) + 1);
  return [span(columns), span(rows)];
}

const ground: MeshPart = {
  kind: 'triangles',
  positions: Float64Array.from([-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5]),
  indices: Uint32Array.from([0, 2, 1, 0, 3, 2]),
};

describe('what is thin in the image of a model', () => {
  it('is seen edge-on as a line of its length', () => {
    const [across, down] = shownBox(ground, 'front');
    expect(across).toBeGreaterThanOrEqual(88);
    expect(down).toBeLessThanOrEqual(2);
  });

  it('is seen as wide as it is from elsewhere', () => expect(shownBox(ground, 'top')).toEqual([90, 90]));

  it('is a wide dot where a cloud has few points', () => {
    const corners: MeshPart = {
      kind: 'points',
      positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]),
      indices: Uint32Array.from([0, 1, 2, 3]),
    };
    const [across, down] = shownBox(corners, 'front');
    expect(across).toBeGreaterThan(91);
    expect(down).toBeGreaterThan(91);
  });
});
