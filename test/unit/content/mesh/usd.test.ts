import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { ConversionError } from '../../../../engine/contract/errors.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import { sceneOf, type MeshPart, type Scene, type SceneNode } from '../../../../engine/content/mesh/model.ts';
import { readUsd, readUsdz } from '../../../../engine/content/mesh/usd/reader.ts';
import { readTextLayer } from '../../../../engine/content/mesh/usd/text.ts';
import { writePackage } from '../../../../engine/content/mesh/usd/package.ts';
import { writeUsdz } from '../../../../engine/content/mesh/usd/writer.ts';
import { encodePng } from '../../../../engine/content/raster/png/encoder.ts';
import { utf8Bytes, viewOf } from '../../../../engine/io/bytes.ts';
import { openZip } from '../../../../engine/io/zip.ts';

const text = readFileSync(sourcePath({ from: 'usda', source: 'kiosk-subsets-variants.usda' }), 'utf8');
const source = (name: string) => new Uint8Array(readFileSync(sourcePath({ from: 'usdc', source: name })));
const read = (content: string) => readUsd(utf8Bytes(content), DEFAULT_LIMITS);
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
    expect(named(other.roots, 'Sign')).toBeDefined();
    expect(named(scene.roots, 'Sign')).toBeUndefined();
    expect(other.unread).toBeUndefined();
  });

  it('name what they show and nobody reads', () => {
    const other = read('#usda 1.0\ndef Sphere "a" {}\ndef NurbsPatch "b" {}');
    expect(other.unread).toEqual(['NurbsPatch']);
  });

  it('have values of any kind, and of the first of several times', () => {
    const layer = readTextLayer(
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

  it('hold scenes in binary as well', () => {
    const crate = { name: 'cube.usdc', bytes: source('cube-green-material.usdc') };
    expect(readUsdz(writePackage([crate]), DEFAULT_LIMITS).meshes).toEqual(readUsd(crate.bytes, DEFAULT_LIMITS).meshes);
  });
});

describe('shapes of measures', () => {
  const shape = (body: string) => measure(read(`#usda 1.0\n(upAxis = "Z" metersPerUnit = 1)\ndef ${body}`));
  it.each([
    ['Cube "a" { double size = 3 }', 27, [3, 3, 3]],
    ['Sphere "a" { double radius = 2 }', (4 / 3) * Math.PI * 8, [4, 4, 4]],
    ['Cylinder "a" { double radius = 1 double height = 5 }', Math.PI * 5, [2, 2, 5]],
    ['Cylinder "a" { double radius = 1 double height = 5 uniform token axis = "X" }', Math.PI * 5, [5, 2, 2]],
    ['Cone "a" { double radius = 1 double height = 3 uniform token axis = "Y" }', Math.PI, [2, 3, 2]],
    ['Capsule "a" { double radius = 1 double height = 2 }', Math.PI * (2 + 4 / 3), [2, 2, 4]],
  ])('are triangles: %s', (body, volume, size) => {
    const { box, volume: found } = shape(body);
    expect(Math.abs(found / volume - 1)).toBeLessThan(0.03);
    expect(found).toBeGreaterThan(0);
    for (const axis of [0, 1, 2]) expect(Math.abs((box[axis + 3]! - box[axis]!) / size[axis]! - 1)).toBeLessThan(0.02);
  });

  it('have the colour that they say', () => {
    const [part] = read('#usda 1.0\ndef Sphere "a" { color3f[] primvars:displayColor = [(1, 0.5, 0)] }').meshes[0]!
      .parts;
    expect([...part!.colours!.slice(0, 8)]).toEqual([1, 0.5, 0, 1, 1, 0.5, 0, 1]);
  });
});

describe('scenes in binary', () => {
  it('say what their text says', () => {
    const scene = readUsd(source('cube-green-material.usdc'), DEFAULT_LIMITS);
    expect(scene.space).toEqual({ up: 'z', metres: 1 });
    expect(scene.materials).toHaveLength(1);
    const [red, green, blue] = scene.materials[0]!.colour;
    expect(green).toBeGreaterThan(Math.max(red, blue));
    expect(scene.materials[0]!.doubleSided).toBe(true);
    const facts = measure(scene);
    expect([facts.triangles, facts.placed]).toEqual([12, 1]);
    expect(facts.volume).toBeCloseTo(8, 5);
  });

  it('have packed lists of numbers', () => {
    const scene = readUsd(source('sheet-skeleton-packed.usdc'), DEFAULT_LIMITS);
    const facts = measure(scene);
    expect(facts.triangles).toBe(200);
    expect(facts.box[3]! - facts.box[0]!).toBeCloseTo(200, 3);
    expect(facts.area).toBeCloseTo(40_000, 1);
  });

  it('are refused by name where they are damaged, or of another time', () => {
    const whole = source('sheet-skeleton-packed.usdc');
    const codeOf = (bytes: Uint8Array): string => {
      try {
        readUsd(bytes, DEFAULT_LIMITS);
        return 'read';
      } catch (error) {
        if (error instanceof ConversionError) return error.code;
        throw error;
      }
    };
    expect(codeOf(whole.with(9, 3))).toBe('unsupported_conversion');
    expect(codeOf(whole.with(8, 1))).toBe('unsupported_conversion');
    for (const length of [8, 20, 60, 400, whole.length >> 1, whole.length - 1])
      expect(codeOf(whole.slice(0, length))).toMatch(/^input_(truncated|corrupt)$/);
    for (let at = 16; at < whole.length; at += 29)
      expect(codeOf(whole.with(at, whole[at]! ^ 0x5a))).toMatch(/^(read|input_(truncated|corrupt|too_complex))$/);
  });
});

describe('variants', () => {
  it('are weaker than what their prim and the sets before them say', () => {
    const size = (text: string) =>
      [...readTextLayer(text, DEFAULT_LIMITS).prims[0]!.properties.values()].map(({ name, value }) => [name, value]);
    const text = `#usda 1.0
def "one" (variants = { string a = "x" string b = "y" } append variantSets = ["a", "b"])
{
  variantSet "a" = { "x" { float width = 2 float depth = 3 } "z" { float width = 9 } }
  variantSet "b" = { "y" { float depth = 4 float height = 5 } }
  float width = 1
}`;
    expect(Object.fromEntries(size(text))).toEqual({ width: 1, depth: 3, height: 5 });
  });
});
