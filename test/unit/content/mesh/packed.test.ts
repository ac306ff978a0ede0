import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import codec from '../../../../engine/codecs/mesh/codec.ts';
import { readGltf } from '../../../../engine/content/mesh/gltf/reader.ts';
import type { FormatId } from '../../../../engine/index.ts';
import { startRunner, type RunnerBench } from '../../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => void (bench = await startRunner(codec)));
afterAll(() => bench[Symbol.asyncDispose]());

const source = (from: FormatId, name: string): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source: name })));
const PLAIN = source('glb', 'signpost-texture-mirror-wire-turn.glb');

describe.each([
  ['Draco', 'signpost-draco-texture-moved.glb'],
  ['meshoptimizer', 'signpost-meshopt.glb'],
])('a scene packed by %s', (_, name) => {
  it('says what it said before', async () => {
    const [before, after] = await Promise.all([bench.inspect(PLAIN, 'glb'), bench.inspect(source('glb', name), 'glb')]);
    const [plain, packed] = [before.mesh!, after.mesh!];
    for (const count of ['triangles', 'lines', 'points', 'placed'] as const) expect(packed[count]).toBe(plain[count]);
    expect(packed.animations).toEqual(plain.animations);
    for (const [at, value] of plain.box.entries()) expect(packed.box[at]).toBeCloseTo(value, 3);
    expect(packed.area).toBeCloseTo(plain.area, 3);
    expect(packed.volume).toBeCloseTo(plain.volume, 3);
  });

  it('stays the same as text and as GLB', async () => {
    const packed = source('glb', name);
    const [text] = await bench.convert(packed, 'glb', 'gltf', 'repack');
    const [binary] = await bench.convert(text!, 'gltf', 'glb', 'repack');
    expect((await bench.inspect(text!, 'gltf')).mesh).toEqual((await bench.inspect(packed, 'glb')).mesh);
    expect((await bench.inspect(binary!, 'glb')).mesh).toEqual((await bench.inspect(packed, 'glb')).mesh);
  });

  it('is not read without its decoder', () => expect(() => readGltf(source('glb', name))).toThrow(/packed geometry/));
});

it('places on a texture are those that the material shows', async () => {
  const scene = async (bytes: Uint8Array) => {
    const [gltf] = await bench
      .convert(bytes, 'glb', 'stl', 'write')
      .then(() => bench.convert(bytes, 'glb', 'glb', 'write'));
    return readGltf(gltf!).meshes.flatMap(({ parts }) =>
      parts.flatMap(({ coordinates }) => (coordinates ? [...coordinates] : [])),
    );
  };
  const [plain, moved] = [await scene(PLAIN), await scene(source('glb', 'signpost-draco-texture-moved.glb'))];
  expect(moved).toHaveLength(plain.length);
  const [widest, narrowest] = [
    Math.max(...moved.filter((_, at) => at % 2 === 0)),
    Math.min(...moved.filter((_, at) => at % 2 === 0)),
  ];
  expect([narrowest, widest].map((value) => Number(value.toFixed(3)))).toEqual([0.25, 0.75]);
  expect(Math.max(...plain)).toBe(1);
});
