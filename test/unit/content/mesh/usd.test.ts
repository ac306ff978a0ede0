import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import { sceneOf, type MeshPart, type Scene, type SceneNode } from '../../../../engine/content/mesh/model.ts';
import { readUsda, readUsdz } from '../../../../engine/content/mesh/usd/reader.ts';
import { readLayer } from '../../../../engine/content/mesh/usd/text.ts';
import { writeUsdz } from '../../../../engine/content/mesh/usd/writer.ts';
import { encodePng } from '../../../../engine/content/raster/png/encoder.ts';
import { utf8Bytes, viewOf } from '../../../../engine/io/bytes.ts';
import { openZip } from '../../../../engine/io/zip.ts';

const text = readFileSync(sourcePath({ from: 'usda', source: 'kiosk-subsets-variants.usda' }), 'utf8');
const read = (content: string) => readUsda(utf8Bytes(content), DEFAULT_LIMITS);
const named = (nodes: readonly SceneNode[], name: string): SceneNode | undefined => {
  for (const node of nodes) {
    const found = node.name === name ? node : named(node.children, name);
    if (found) return found;
  }
  return undefined;
};

describe('scenes of Universal Scene Description', () => {
  const scene = read(text);

  it('have the axes and the unit of their layer, and what is shown alone', () => {
    expect(scene.space).toEqual({ up: 'z', metres: 0.01 });
    const { triangles, lines, placed, inverted } = measure(scene);
    expect({ triangles, lines, placed, inverted }).toEqual({ triangles: 16, lines: 2, placed: 4, inverted: 0 });
    expect(named(scene.roots, 'Plan')).toBeUndefined();
    expect(scene.missing).toEqual(['./textures/planks.png']);
  });

  it('place prims by their operations, in their order and back', () => {
    const { box } = measure(scene);
    // The awning reaches 60 units out and down by a third of a quarter turn, the shelf 80 units to the right.
    expect(box[1]).toBeCloseTo(-80 - 60 * Math.sin((120 * Math.PI) / 180), 4);
    expect(box[3]).toBeCloseTo(180, 4);
    const awning = measure({ ...scene, roots: [named(scene.roots, 'Awning, red')!] });
    expect(awning.box.map((value) => Math.round(value * 100) / 100)).toEqual([-99, -131.96, 120, 99, -80, 150]);
  });

  it('have materials by faces, from around, and of vertices', () => {
    const body = scene.meshes.find(({ name }) => name === 'Body')!;
    expect(body.parts.map(({ material }) => scene.materials[material!]!.name)).toEqual(['Wood', 'Slate']);
    expect(body.parts[0]!.coordinates).toHaveLength(body.parts[0]!.positions.length * (2 / 3));
    expect(measure(scene).colours.map(([colour]) => colour)).toEqual(
      expect.arrayContaining(['#40454dff', '#b30d0dcc', '#336633ff', '#99b24dff']),
    );
    const cloth = scene.materials.find(({ name }) => name === 'Cloth')!;
    expect(cloth).toMatchObject({ colour: [0.7, 0.05, 0.05, 0.8], doubleSided: true });
  });

  it('show the variant that is chosen', () => {
    const other = read(text.replace('string awning = "red"', 'string awning = "none"'));
    expect(named(other.roots, 'Awning, red')).toBeUndefined();
    expect(other.unread).toEqual(['Cube']);
  });

  it('have values of any kind, and of the first of several times', () => {
    const layer = readLayer(
      `#usda 1.0
def "a" { custom double[] x = [1, 2.5e-1, -inf]; asset f = @a"b.png@ # comment ' here
  string s = """two
lines""" (doc = 'x') token t.timeSamples = { 0: "a", 10: "b", } dictionary d = { int n = 3 } add rel r = [</a>, </b.c>] }`,
      { nesting: 8 },
    );
    const { properties } = layer.prims[0]!;
    expect([...properties].map(([name, { value }]) => [name, value])).toEqual([
      ['x', Float64Array.of(1, 0.25, -Infinity)],
      ['f', { asset: 'a"b.png' }],
      ['s', 'two\nlines'],
      ['t.timeSamples', ['a', 'b']],
      ['d', [3]],
      ['r', [{ path: '/a' }, { path: '/b.c' }]],
    ]);
  });
});

describe('packages of Universal Scene Description', () => {
  const image = encodePng({ width: 1, height: 1, channels: 4, data: Uint8Array.of(9, 9, 9, 255) });
  const part = (rest: Partial<MeshPart>): MeshPart => ({
    kind: 'triangles',
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2),
    ...rest,
  });
  const scene: Scene = sceneOf(
    'Tür "1"',
    [
      part({ material: 0, coordinates: Float32Array.of(0, 0, 0.5, 0.25, 1, 1) }),
      part({ material: 1, colours: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 1, 1) }),
      part({ kind: 'lines', indices: Uint32Array.of(0, 1, 1, 2) }),
    ],
    {
      space: { up: 'z', metres: 0.001 },
      textures: [{ name: 'tile', type: 'png', bytes: image }],
      materials: [
        { name: 'tile', colour: [0.5, 1, 1, 1], texture: 0, roughness: 0.5, metallic: 0 },
        { name: 'paint', colour: [1, 1, 0.5, 1], emission: [0, 0.5, 0], roughness: 1, metallic: 0, doubleSided: true },
      ],
    },
  );
  const bytes = writeUsdz(scene);

  it('are stored, with every file at a multiple of 64 bytes', () => {
    const { entries } = openZip(bytes, DEFAULT_LIMITS);
    expect(entries.map(({ name, method }) => [name, method])).toEqual([
      ['scene.usda', 0],
      ['textures/tile.png', 0],
    ]);
    for (const { localHeaderOffset: at } of entries) {
      const [name, extra] = [26, 28].map((field) => viewOf(bytes).getUint16(at + field, true)) as [number, number];
      expect((at + 30 + name + extra) % 64).toBe(0);
    }
  });

  it('are read again as they were', () => {
    const again = readUsdz(bytes, DEFAULT_LIMITS);
    expect(again.space).toEqual(scene.space);
    expect(again.meshes).toHaveLength(1);
    expect(again.meshes[0]!.name).toBe('Tür "1"');
    expect(again.meshes[0]!.parts.map(({ kind }) => kind)).toEqual(['triangles', 'triangles', 'lines']);
    expect(again.meshes[0]!.parts[0]!.coordinates).toEqual(Float32Array.of(0, 0, 0.5, 0.25, 1, 1));
    expect(again.materials[0]).toEqual(scene.materials[0]);
    expect(again.materials[1]).toEqual({ ...scene.materials[1], colour: [1, 1, 1, 1] });
    expect([...again.meshes[0]!.parts[1]!.colours!]).toEqual([1, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 0.5, 1]);
    expect(again.textures[0]!.bytes).toEqual(image);
  });

  it('are told where their scene is binary', () => {
    expect(() => readUsda(utf8Bytes('PXR-USDC\0'), DEFAULT_LIMITS)).toThrow(
      expect.objectContaining({ code: 'unsupported_conversion' }),
    );
  });
});
