import { describe, expect, it } from 'vitest';
import { withJoinedVertices } from '../../../../engine/content/mesh/joined-vertices.ts';
import type { MeshPart } from '../../../../engine/content/mesh/model.ts';

/** Two triangles of a square, whose six corners are all vertices of their own. */
const SQUARE: MeshPart = {
  kind: 'triangles',
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0),
  coordinates: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1),
  indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
};

describe('vertices that agree', () => {
  it('are one, and triangles stay what they were', () => {
    const { positions, coordinates, indices } = withJoinedVertices(SQUARE);
    expect(positions).toEqual(Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0));
    expect(coordinates).toEqual(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1));
    expect(indices).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3));
  });

  it('stay apart where one of their values differs', () => {
    const coordinates = Float32Array.of(0, 0, 1, 0, 1, 1, 0.5, 0, 1, 1, 0, 1);
    expect(withJoinedVertices({ ...SQUARE, coordinates }).indices).toEqual(Uint32Array.of(0, 1, 2, 3, 2, 4));
    const apart = { ...SQUARE, coordinates: Float32Array.from({ length: 12 }, (_, at) => at) };
    expect(withJoinedVertices(apart)).toBe(apart);
  });
});
