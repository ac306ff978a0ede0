import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import { cases } from '../../../corpus/cases/assimp.ts';
import codec from '../../../engine/codecs/assimp/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { readGltf } from '../../../engine/content/mesh/gltf/reader.ts';
import { measure } from '../../../engine/content/mesh/measures.ts';
import { product, type Scene } from '../../../engine/content/mesh/model.ts';
import { requireSameGeometry, secondReading } from '../../../engine/content/mesh/second-reading.ts';
import { rotated, scaled, translated } from '../../../engine/content/mesh/transforms.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const SOURCES = new Map(cases.map(({ from, source }) => [from, source]));
const sampleOf = (from: FormatId, source = SOURCES.get(from)!): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source })));
const ownOf = (format: FormatId, source?: string): Scene =>
  secondReading({ bytes: sampleOf(format, source), format }, DEFAULT_LIMITS)!;
const refused = expect.objectContaining({ code: 'output_not_verified' });

describe('models of other programs', () => {
  it.each(['dae', 'zae', 'fbx', '3ds', 'md2'] as const)('finds in %s what our own reader finds', async (format) => {
    const { mesh, depth } = await bench.inspect(sampleOf(format), format, 'quick');
    const own = measure(ownOf(format));
    expect(depth).toBe('content');
    expect(mesh!.triangles).toBe(own.triangles);
    for (const [at, value] of own.box.entries()) expect(mesh!.box[at]).toBeCloseTo(value, 4);
    expect(mesh!.volume / own.volume).toBeCloseTo(1, 4);
  });

  it('reads text and binary FBX as the same, with pivots, axes and unit', () => {
    const binary = measure(ownOf('fbx'));
    const text = measure(ownOf('fbx', 'windmill-pivots-text.fbx'));
    expect(text).toEqual(binary);
    expect(binary).toMatchObject({ triangles: 60, placed: 5, space: { up: 'z', metres: 0.0254 } });
    // The post is three metres high, and the sails reach 1.8 metres from the hub.
    expect(binary.box[5]! * 0.0254).toBeGreaterThan(4.3);
    expect(binary.box[2]).toBe(0);
  });

  it('writes COLLADA in metres with y up, whose nodes are mirrored and used more than once', async () => {
    const [glb] = await bench.convert(sampleOf('dae'), 'dae', 'glb', 'write');
    const { box, triangles, placed, colours } = measure(readGltf(glb!));
    expect({ triangles, placed }).toEqual({ triangles: 60, placed: 5 });
    expect(box[1]).toBeCloseTo(0, 6);
    expect(box[4]).toBeCloseTo(4.309, 3);
    expect(colours.map(([colour]) => colour)).toEqual(['#d9ccb2ff', '#993326ff']);
  });

  it('takes textures from within FBX and packed COLLADA, and tells of those that are missing', async () => {
    for (const format of ['fbx', 'zae'] as const) {
      const { mesh } = await bench.inspect(sampleOf(format), format, 'quick');
      expect(mesh!.textures).toHaveLength(1);
    }
    await bench.convert(sampleOf('fbx', 'windmill-pivots-text.fbx'), 'fbx', 'glb', 'write');
    expect(bench.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });

  it('says that nobody else has read what only the importer knows', async () => {
    const { depth, mesh } = await bench.inspect(sampleOf('ms3d'), 'ms3d', 'quick');
    expect({ depth, triangles: mesh!.triangles }).toEqual({ depth: 'structure', triangles: 240 });
  });

  it('refuses models in which a triangle is missing, or that are moved, turned or scaled', () => {
    const own = ownOf('dae');
    const changed = (transform: Float64Array): Scene => ({
      ...own,
      roots: own.roots.map((root) => ({ ...root, transform: product(transform, root.transform)! })),
    });
    const [first, ...rest] = own.meshes;
    const [part] = first!.parts;
    const shorter = { ...first!, parts: [{ ...part!, indices: part!.indices.subarray(3) }] };
    expect(() => requireSameGeometry(own, own)).not.toThrow();
    expect(() => requireSameGeometry({ ...own, meshes: [shorter, ...rest] }, own)).toThrow(refused);
    expect(() => requireSameGeometry(changed(translated(0.1, 0, 0)), own)).toThrow(refused);
    expect(() => requireSameGeometry(changed(rotated(1, 0, 0, 90)), own)).toThrow(refused);
    expect(() => requireSameGeometry(changed(scaled(1.01, 1.01, 1.01)), own)).toThrow(refused);
  });
});
