import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import { triangulate } from '../../../../engine/content/mesh/triangulate.ts';
import { openGltf } from '../../../../engine/content/mesh/gltf/container.ts';
import { readObj } from '../../../../engine/content/mesh/obj/reader.ts';
import { readOff } from '../../../../engine/content/mesh/off/reader.ts';
import { readPly } from '../../../../engine/content/mesh/ply/reader.ts';
import { readStl } from '../../../../engine/content/mesh/stl/reader.ts';
import { readVrmlScene } from '../../../../engine/content/mesh/x3d/reader.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

function areaOf(corners: readonly number[], positions: readonly number[]): number {
  const triangles = triangulate(corners, positions);
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((step) => corners[triangles[at + step]!]! * 3) as [number, number, number];
    area +=
      ((positions[b]! - positions[a]!) * (positions[c + 1]! - positions[a + 1]!) -
        (positions[c]! - positions[a]!) * (positions[b + 1]! - positions[a + 1]!)) /
      2;
  }
  return area;
}

describe('polygons', () => {
  it('keep their area and sense when they are cut, whatever their shape', () => {
    const star = Array.from({ length: 10 }, (_, at) => {
      const [radius, angle] = [at % 2 === 0 ? 2 : 0.7, (Math.PI * at) / 5];
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    }).flat();
    const corners = Array.from({ length: 10 }, (_, at) => at);
    const exact = 10 * 0.5 * 2 * 0.7 * Math.sin(Math.PI / 5);
    expect(areaOf(corners, star)).toBeCloseTo(exact, 10);
    expect(areaOf(corners.toReversed(), star)).toBeCloseTo(-exact, 10);
    expect(triangulate(corners, star)).toHaveLength(8 * 3);
  });

  it('have as many triangles as corners less two, flat or not', () => {
    const twisted = [0, 0, 0, 1, 0, 0.5, 1, 1, 0, 0, 1, 0.7, -0.3, 0.5, 2];
    expect(triangulate([0, 1, 2, 3, 4], twisted)).toHaveLength(9);
    expect(triangulate([0, 0, 0, 0], twisted)).toHaveLength(6);
  });
});

describe('OBJ', () => {
  it('reads materials and textures beside it, whatever their case and folder', () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const model = bytesOf(
      'mtllib Lib\\House.MTL\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wall\nf 1/1 2/2 3/3\n',
    );
    const files = new Map([
      ['lib/house.mtl', bytesOf('newmtl wall\nKd 1 0.5 0\nd 0.5\nmap_Kd -s 2 2 2 Images\\My Wall.PNG\n')],
      ['images/my wall.png', png],
    ]);
    const { materials, textures, missing } = readObj(model, files);
    expect(materials).toMatchObject([{ name: 'wall', colour: [1, 0.5, 0, 0.5], texture: 0 }]);
    expect(textures).toHaveLength(1);
    expect(missing).toEqual([]);
    expect(readObj(model).missing).toEqual(['Lib\\House.MTL']);
  });

  it('counts corners from the end, and goes on in the next line after a backslash', () => {
    const scene = readObj(bytesOf('v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 \\\n-2 -1\nl 1 2 3\np 1\n'));
    expect(measure(scene)).toMatchObject({ triangles: 1, lines: 2, points: 1, area: 0.5 });
  });
});

describe('PLY', () => {
  const HEADER =
    'element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n';

  it('reads strips, in both orders of bytes', () => {
    for (const isLittle of [true, false]) {
      const view = new DataView(new ArrayBuffer(4 * 12 + 4 + 4 * 4));
      const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
      for (const [at, value] of points.entries()) view.setFloat32(at * 4, value, isLittle);
      for (const [at, value] of [4, 0, 1, 2, 3].entries()) view.setInt32(48 + at * 4, value, isLittle);
      const format = `ply\nformat binary_${isLittle ? 'little' : 'big'}_endian 1.0\n`;
      const scene = readPly(joined(bytesOf(format + HEADER), new Uint8Array(view.buffer)));
      const { triangles, area } = measure(scene);
      expect([triangles, area]).toEqual([2, 1]);
      expect(scene.meshes[0]!.parts[0]!.indices).toHaveLength(6);
    }
  });

  it('is refused before anything is read that cannot be there', () => {
    const header =
      'ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n';
    expect(() => readPly(bytesOf(header))).toThrow(expect.objectContaining({ code: 'input_truncated' }));
  });
});

describe('STL', () => {
  it('is binary where its size says so, though it begins as text does', () => {
    const bytes = new Uint8Array(84 + 50);
    bytes.set(bytesOf('solid made by a program facet'));
    const view = new DataView(bytes.buffer);
    view.setUint32(80, 1, true);
    for (const [at, value] of [0, 0, 0, 2, 0, 0, 0, 2, 0].entries()) view.setFloat32(96 + at * 4, value, true);
    expect(measure(readStl(bytes)).area).toBe(2);
  });

  it('has a mesh for each solid', () => {
    const solid = (name: string) =>
      `solid ${name}\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid ${name}\n`;
    expect(readStl(bytesOf(solid('a') + solid('b c'))).meshes.map(({ name }) => name)).toEqual(['a', 'b c']);
    expect(() => readStl(bytesOf(solid('a').slice(0, 60)))).toThrow(
      expect.objectContaining({ code: 'input_truncated' }),
    );
  });
});

describe('OFF', () => {
  it('knows what it does not read', () => {
    expect(() => readOff(bytesOf('OFF BINARY\n1 1 0\n'))).toThrow(
      expect.objectContaining({ code: 'unsupported_conversion' }),
    );
    expect(() => readOff(bytesOf('4OFF\n1 0 0\n0 0 0 0\n'))).toThrow(
      expect.objectContaining({ code: 'unsupported_conversion' }),
    );
    expect(() => readOff(bytesOf('OFF\n2 1 0\n0 0 0\n1 0 0\n3 0 1 2\n'))).toThrow(
      expect.objectContaining({ code: 'input_corrupt' }),
    );
  });
});

describe('glTF', () => {
  it.each(['{"asset":{"version":"1.0"}}', '{"asset":{"version":1}}', '{}'])(
    'is refused in its first version: %s',
    (text) => {
      expect(() => openGltf(bytesOf(text))).toThrow(/glTF 1\.0, which is not read/);
    },
  );
});

describe('VRML', () => {
  it('places, turns and scales around a centre, and tells what it does not fetch or read', () => {
    const scene = readVrmlScene(
      bytesOf(`#VRML V2.0 utf8
        PROTO Odd [ field SFFloat size 1 ] { Shape { geometry Box { } } }
        DEF S Script { field SFNode box USE S url "javascript: function f() { }" }
        Transform { translation 1 0 0 center 0 1 0 rotation 0 0 1 1.5707963 scale 2 1 1 children Shape { geometry Box { size 1 1 1 } } }
        Inline { url [ "https://example.org/more.wrl" ] }
        Shape { geometry Text { string "words" } }
        Odd { size 2 }`),
      DEFAULT_LIMITS,
    );
    const { box, triangles } = measure(scene);
    expect(triangles).toBe(12);
    for (const [at, value] of [1.5, 0, -0.5, 2.5, 2, 0.5].entries()) expect(box[at]).toBeCloseTo(value, 6);
    expect(scene.missing).toEqual(['https://example.org/more.wrl']);
    expect(scene.unread).toEqual(['Text', 'Odd']);
  });

  it('is refused in its first version', () => {
    expect(() => readVrmlScene(bytesOf('#VRML V1.0 ascii\nSeparator { Cube { } }'), DEFAULT_LIMITS)).toThrow(
      expect.objectContaining({ code: 'unsupported_conversion' }),
    );
  });
});
