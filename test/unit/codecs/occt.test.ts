import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import { cases } from '../../../corpus/cases/occt.ts';
import codec from '../../../engine/codecs/occt/codec.ts';
import { requirePlausibleSize } from '../../../engine/content/mesh/cad-size.ts';
import { readGltf } from '../../../engine/content/mesh/gltf/reader.ts';
import { measure } from '../../../engine/content/mesh/measures.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const SOURCES = new Map(cases.map(({ from, source }) => [from, source]));
const sampleOf = (from: FormatId): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source: SOURCES.get(from)! })));
/** Of the plate, the wall above it and the post above it, less the hole; in cubic millimetres. */
const VOLUME = 60 * 40 * 6 + 60 * 6 * 34 + Math.PI * 25 * 24 - Math.PI * 64 * 6;

describe('CAD files', () => {
  it.each(['step', 'iges', 'brep'] as const)(
    'cuts the surfaces of %s into triangles that enclose its volume',
    async (format) => {
      const { mesh, depth } = await bench.inspect(sampleOf(format), format, 'quick');
      expect(mesh!.box.map((value) => Math.round(value * 100) / 100)).toEqual([0, 0, 0, 60, 40, 40]);
      // Round walls become flat ones.
      expect(mesh!.volume / VOLUME).toBeCloseTo(1, 2);
      expect(depth).toBe('structure');
    },
  );

  it('writes STEP in inches as glTF in metres with y up, with its colour', async () => {
    const [glb] = await bench.convert(sampleOf('step'), 'step', 'glb', 'write');
    const { box, colours } = measure(readGltf(glb!));
    expect(box.map((value) => Math.round(value * 1e5) / 1e5)).toEqual([0, 0, -0.04, 0.06, 0.04, 0]);
    expect(colours).toHaveLength(1);
  });

  it('refuses a model that is larger than the points of its file', async () => {
    const scene = readGltf((await bench.convert(sampleOf('step'), 'step', 'glb', 'write'))[0]!);
    const step = sampleOf('step');
    const upright = { ...scene, space: { up: 'z', metres: 0.001 } as const };
    expect(() => requirePlausibleSize(upright, step)).not.toThrow();
    const inMillimetres = Buffer.from(
      Buffer.from(step).toString('latin1').replaceAll("'INCH'", "'MILLIMETRE'"),
      'latin1',
    );
    const large = {
      ...upright,
      meshes: upright.meshes.map((mesh) => ({
        ...mesh,
        parts: mesh.parts.map((part) => ({
          ...part,
          positions: part.positions.map((value) => Math.abs(value) * 1000),
        })),
      })),
    };
    expect(() => requirePlausibleSize(large, inMillimetres)).toThrow(
      expect.objectContaining({ code: 'output_not_verified' }),
    );
  });
});
