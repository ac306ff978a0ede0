import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { readIqm } from '../../../../engine/content/mesh/iqm/reader.ts';
import { readMd3 } from '../../../../engine/content/mesh/md3/reader.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { encodePng } from '../../../../engine/content/raster/png/encoder.ts';

const read = (from: FormatId, source: string): Uint8Array => new Uint8Array(readFileSync(sourcePath({ from, source })));
const MD3 = read('md3', 'lantern-two-surfaces.md3');
const IQM = read('iqm', 'lantern-vertex-colours.iqm');
const LIMITS = { triangles: 1000 };
/** Of a post and a lamp, which are wider at one end. */
const VOLUME = (6 / 3) * (1 + 0.5 + 0.25) + (2 / 3) * (1 + 2 + 4);

describe('models of games', () => {
  it.each([
    ['Quake III', readMd3(MD3, LIMITS)],
    ['Inter-Quake', readIqm(IQM, LIMITS)],
  ])('of %s have their outside out, and normals that agree', (_, scene) => {
    const { triangles, volume, inverted, box, placed } = measure(scene);
    expect({ triangles, inverted, box, placed }).toEqual({
      triangles: 24,
      inverted: 0,
      box: [-1, -1, 0, 1, 1, 8],
      placed: 2,
    });
    expect(volume).toBeCloseTo(VOLUME, 6);
    expect(scene.meshes.map(({ name }) => name)).toEqual(['post', 'lamp']);
    for (const { parts } of scene.meshes)
      for (const { normals } of parts)
        for (let at = 0; at < normals!.length; at += 3)
          expect(Math.hypot(...normals!.subarray(at, at + 3))).toBeCloseTo(1, 5);
  });

  it('of Quake III find the images that shaders are named after, whatever their extension', () => {
    const image = encodePng({ width: 1, height: 1, channels: 4, data: Uint8Array.of(1, 2, 3, 255) });
    const scene = readMd3(MD3, LIMITS, new Map([['textures/lamp.png', image]]));
    expect(scene.textures).toHaveLength(1);
    expect(scene.materials.map(({ texture }) => texture)).toEqual([undefined, 0]);
    expect(scene.missing).toEqual(['models/lantern/post']);
  });

  it('of Inter-Quake have colours of vertices and the names of their animations', () => {
    const scene = readIqm(IQM, LIMITS);
    expect(measure(scene).colours.map(([colour]) => colour)).toEqual(['#465a46ff', '#fadc78ff']);
    expect(scene.animations).toEqual(['sway']);
    expect(scene.missing).toEqual([]);
  });

  it('are refused where corners name vertices that are not there', () => {
    const view = new DataView(IQM.slice().buffer);
    view.setUint32(view.getUint32(60, true), 24, true);
    expect(() => readIqm(new Uint8Array(view.buffer), LIMITS)).toThrow(
      expect.objectContaining({ code: 'input_corrupt' }),
    );
    view.setUint32(16, 1, true);
    expect(() => readIqm(new Uint8Array(view.buffer), LIMITS)).toThrow(
      expect.objectContaining({ code: 'unsupported_conversion' }),
    );
  });
});
