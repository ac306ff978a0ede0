import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { cases } from '../../corpus/cases/mesh.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { assertProperty } from '../support/property.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const SOURCES = [...new Map(cases.map(({ from, source }) => [from, source]))];
const packed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from: name.endsWith('drc') ? 'drc' : 'glb', source: name })));

async function outcome(bytes: Uint8Array, from: FormatId, to: FormatId = 'glb'): Promise<string> {
  try {
    const { report } = await engine.convert(new Uint8Array(bytes), { from, to });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

function threeMf(model: string): Uint8Array {
  const target =
    '<Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>';
  return writeZip([
    { name: '[Content_Types].xml', bytes: bytesOf('<Types/>') },
    { name: '_rels/.rels', bytes: bytesOf(`<Relationships>${target}</Relationships>`) },
    { name: '3D/3dmodel.model', bytes: bytesOf(model) },
  ]);
}

const gltf = (parts: object): Uint8Array => bytesOf(JSON.stringify({ asset: { version: '2.0' }, ...parts }));

describe('hostile models', () => {
  it('are refused by name where packed geometry is damaged', async () => {
    for (const name of ['hill-vertex-colours.drc', 'signpost-draco-texture-moved.glb', 'signpost-meshopt.glb']) {
      const from = name.endsWith('drc') ? 'drc' : 'glb';
      const whole = packed(name);
      expect(await outcome(whole, from, 'stl')).toBe('content');
      const text = Buffer.from(whole);
      const start = from === 'drc' ? 11 : 20 + new DataView(whole.buffer).getUint32(12, true) + 8;
      const zeroed = whole.with(start, 0);
      zeroed.fill(0xff, start, start + 60);
      expect(await outcome(zeroed, from, 'stl')).toBe('input_corrupt');
      if (from === 'drc') expect(await outcome(whole.slice(0, 60), from, 'stl')).toMatch(/^input_(corrupt|truncated)$/);
      else expect(text.includes('compression')).toBe(true);
    }
  });

  it('are refused where packed geometry claims more than it holds', async () => {
    const view = { buffer: 0, byteLength: 16 };
    const layout = { buffer: 0, byteOffset: 0, byteLength: 16, byteStride: 16, mode: 'ATTRIBUTES' };
    const claiming = (count: number) =>
      gltf({
        buffers: [
          { byteLength: 16, uri: `data:application/octet-stream;base64,${Buffer.alloc(16, 0xa0).toString('base64')}` },
        ],
        bufferViews: [{ ...view, extensions: { EXT_meshopt_compression: { ...layout, count } } }],
        accessors: [{ bufferView: 0, componentType: 5126, count, type: 'VEC3' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: [{ mesh: 0 }],
      });
    for (const count of [4_000_000_000, -1, 0.5]) expect(await outcome(claiming(count), 'gltf')).toBe('input_corrupt');
  });

  it('cannot claim more than they hold', async () => {
    const stl = new Uint8Array(84 + 50);
    new DataView(stl.buffer).setUint32(80, 4_000_000_000, true);
    expect(await outcome(stl, 'stl')).toBe('input_truncated');
    expect(await outcome(bytesOf('OFF\n4000000000 4000000000 0\n0 0 0\n'), 'off')).toBe('input_truncated');
    expect(
      await outcome(
        bytesOf('ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n1\n'),
        'ply',
      ),
    ).toBe('input_truncated');
    const sample = (from: FormatId) =>
      new Uint8Array(readFileSync(sourcePath({ from, source: new Map(SOURCES).get(from)! })));
    const claiming = (from: FormatId, at: number, value: number) => {
      const bytes = sample(from);
      new DataView(bytes.buffer).setUint32(at, value, true);
      return bytes;
    };
    // Surfaces, and triangles of one; meshes, vertices and triangles.
    const surface = new DataView(sample('md3').buffer).getUint32(100, true);
    expect(await outcome(claiming('md3', 84, 4_000_000_000), 'md3')).toBe('input_truncated');
    expect(await outcome(claiming('md3', surface + 84, 4_000_000_000), 'md3')).toBe('input_too_complex');
    expect(await outcome(claiming('md3', surface + 80, 4_000_000_000), 'md3')).toBe('input_truncated');
    expect(await outcome(claiming('md3', surface + 104, 0), 'md3')).toBe('input_corrupt');
    expect(await outcome(claiming('iqm', 36, 4_000_000_000), 'iqm')).toBe('input_truncated');
    expect(await outcome(claiming('iqm', 48, 4_000_000_000), 'iqm')).toBe('input_truncated');
    expect(await outcome(claiming('iqm', 56, 4_000_000_000), 'iqm')).toBe('input_truncated');
    const huge = {
      accessors: [{ componentType: 5126, count: 4e9, type: 'VEC3', bufferView: 0 }],
      bufferViews: [{ buffer: 0, byteLength: 12 }],
    };
    const buffers = [{ byteLength: 12, uri: 'data:application/octet-stream;base64,AAAAAAAAAAAAAAAA' }];
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];
    expect(await outcome(gltf({ ...huge, buffers, meshes, nodes: [{ mesh: 0 }] }), 'gltf')).toBe('input_truncated');
  });

  it('in text without end, within each other, or of another kind, are refused', async () => {
    const usda = (inside: string) => bytesOf(`#usda 1.0\n${inside}`);
    const deep = `${'def Xform "a" {\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`;
    expect(await outcome(usda(deep), 'usda')).toBe('input_too_complex');
    expect(await outcome(usda(`def Mesh "a" { point3f[] points = ${'['.repeat(20_000)}`), 'usda')).toBe(
      'input_too_complex',
    );
    for (const cut of [
      'def Mesh "a" {',
      'def Mesh "a" { point3f[] points = [(0, 0',
      'def Mesh "a" (',
      'def Mesh "a" { int',
    ])
      expect(await outcome(usda(cut), 'usda')).toMatch(/^input_(truncated|corrupt)$/);
    expect(await outcome(usda(`${'# '.repeat(20_000)}\n!`), 'usda')).toBe('input_corrupt');
    const mesh = (counts: string, places: string) =>
      usda(
        `def Mesh "a" { int[] faceVertexCounts = [${counts}]\n int[] faceVertexIndices = [${places}]\n point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n }`,
      );
    expect(await outcome(mesh('3', '0, 1, 2'), 'usda')).toBe('content');
    expect(await outcome(mesh('4000000000', '0, 1, 2'), 'usda')).toBe('input_corrupt');
    expect(await outcome(mesh('3', '0, 1, 3'), 'usda')).toBe('input_corrupt');
    expect(await outcome(mesh('-3', '0, 1, 2'), 'usda')).toBe('input_corrupt');
    const connected =
      'def Material "m" { token outputs:surface.connect = </m.outputs:surface>\n token info:id = "UsdUVTexture"\n color3f inputs:diffuseColor.connect = </m>\n float2 inputs:st.connect = </m>\n token inputs:in.connect = </m> }';
    expect(
      await outcome(
        usda(
          `${connected}\n${Buffer.from(mesh('3', '0, 1, 2')).toString().replace('#usda 1.0', '').replace('{ int', '{ rel material:binding = </m>\n int')}`,
        ),
        'usda',
      ),
    ).toBe('content');
    const crate = writeZip([{ name: 'a.usdc', bytes: bytesOf('PXR-USDC\0\0\0\0') }]);
    expect(await outcome(crate, 'usdz')).toBe('input_truncated');
  });

  it('cannot be within themselves, or placed without end', async () => {
    const nodes = [{ children: [1] }, { children: [0] }];
    expect(await outcome(gltf({ nodes, scenes: [{ nodes: [0] }] }), 'gltf')).toBe('input_corrupt');
    const mesh =
      '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>';
    const doubled = Array.from(
      { length: 40 },
      (_, at) =>
        `<object id="${at + 2}"><components><component objectid="${at + 1}"/><component objectid="${at + 1}"/></components></object>`,
    );
    const bomb = `<model><resources><object id="1">${mesh}</object>${doubled.join('')}</resources><build><item objectid="41"/></build></model>`;
    expect(await outcome(threeMf(bomb), '3mf')).toBe('input_too_complex');
    const own =
      '<model><resources><object id="1"><components><component objectid="1"/></components></object></resources><build><item objectid="1"/></build></model>';
    expect(await outcome(threeMf(own), '3mf')).toBe('input_too_complex');
    const groups = Array.from({ length: 40 }, (_, at) => `DEF G${at + 1} Group { children [ USE G${at} USE G${at} ] }`);
    expect(
      await outcome(
        bytesOf(`#VRML V2.0 utf8\nDEF G0 Group { children Shape { geometry Box { } } }\n${groups.join('\n')}`),
        'wrl',
      ),
    ).toBe('input_too_complex');
  });

  it('fetch nothing, and expand no entities', async () => {
    const remote = {
      buffers: [{ byteLength: 12, uri: 'https://example.org/a.bin' }],
      bufferViews: [{ buffer: 0, byteLength: 12 }],
    };
    const accessors = [{ componentType: 5126, count: 1, type: 'VEC3', bufferView: 0 }];
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];
    expect(await outcome(gltf({ ...remote, accessors, meshes, nodes: [{ mesh: 0 }] }), 'gltf')).toBe('input_corrupt');
    const entities = '<!DOCTYPE amf [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><amf><object id="1"/></amf>';
    expect(await outcome(bytesOf(entities), 'amf')).toBe('input_corrupt');
  });

  it('have numbers that are none', async () => {
    expect(await outcome(bytesOf('v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'obj')).toBe('input_corrupt');
    expect(await outcome(bytesOf('OFF\n3 1 0\n0 0 Infinity\n1 0 0\n0 1 0\n3 0 1 2\n'), 'off')).toBe('input_corrupt');
    expect(await outcome(bytesOf('v 0 0 0\nf 1 2 3\n'), 'obj')).toBe('input_corrupt');
  });

  it('end in a result or a named error when bytes of them are damaged', async () => {
    const damage = fc.record({
      file: fc.integer({ min: 0, max: SOURCES.length - 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      cut: fc.boolean(),
      to: fc.constantFrom<FormatId>('stl', 'glb', 'png'),
    });
    await assertProperty(
      fc.asyncProperty(damage, async ({ file, at, byte, cut, to }) => {
        const [from, source] = SOURCES[file]!;
        const bytes = new Uint8Array(readFileSync(sourcePath({ from, source })));
        const place = Math.floor(at * (bytes.byteLength - 1));
        bytes[place] = byte;
        const found = await outcome(cut ? bytes.subarray(0, place + 1) : bytes, from, to);
        expect(found).not.toMatch(/internal|conversion_failed|conversion_timeout/);
      }),
      { numRuns: 60 },
    );
  });
});
