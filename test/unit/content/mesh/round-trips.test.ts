import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { cases } from '../../../../corpus/cases/mesh.ts';
import type { MeshFacts } from '../../../../engine/contract/mesh-facts.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { FormatId } from '../../../../engine/index.ts';
import { compareMeshes } from '../../../../engine/content/mesh/diff.ts';
import { writeGltf } from '../../../../engine/content/mesh/gltf/writer.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import type { Scene } from '../../../../engine/content/mesh/model.ts';
import { writeObj } from '../../../../engine/content/mesh/obj/writer.ts';
import { writeOff } from '../../../../engine/content/mesh/off/writer.ts';
import { writePly } from '../../../../engine/content/mesh/ply/writer.ts';
import { READERS, type ReadFormat } from '../../../../engine/content/mesh/read.ts';
import { writeStl } from '../../../../engine/content/mesh/stl/writer.ts';
import type { FilesBeside } from '../../../../engine/content/mesh/textures.ts';
import { writeThreeMf } from '../../../../engine/content/mesh/three-mf/writer.ts';
import { writeUsdz } from '../../../../engine/content/mesh/usd/writer.ts';
import { writeX3d } from '../../../../engine/content/mesh/x3d/writer.ts';

function read(format: ReadFormat, bytes: Uint8Array, beside?: FilesBeside): Scene {
  const reader: (bytes: Uint8Array, limits: typeof DEFAULT_LIMITS, files?: FilesBeside) => Scene = READERS[format];
  return reader(bytes, DEFAULT_LIMITS, beside);
}

const SOURCES = [...new Map(cases.map(({ from, source }) => [from, source]))].filter(
  (pair): pair is [ReadFormat, string] => Object.hasOwn(READERS, pair[0]),
);
const sceneOf = (format: ReadFormat): Scene =>
  read(format, new Uint8Array(readFileSync(sourcePath({ from: format, source: new Map(SOURCES).get(format)! }))));

const WRITERS: Readonly<Partial<Record<ReadFormat, (scene: Scene) => Scene>>> = {
  stl: (scene) => read('stl', writeStl(scene, false)),
  off: (scene) => read('off', writeOff(scene)),
  ply: (scene) => read('ply', writePly(scene, false)),
  glb: (scene) => read('glb', writeGltf(scene, true)),
  gltf: (scene) => read('gltf', writeGltf(scene, false)),
  '3mf': (scene) => read('3mf', writeThreeMf(scene)),
  x3d: (scene) => read('x3d', writeX3d(scene)),
  usdz: (scene) => read('usdz', writeUsdz(scene)),
  obj: (scene) => {
    const { model, companions } = writeObj(scene, 'model');
    return read('obj', model, companions);
  },
};
const FULL: ReadonlySet<FormatId> = new Set(['glb', 'gltf', '3mf', 'x3d', 'usdz', 'obj']);
/** Has lines alone, which these do not hold. */
const LINES: ReadonlySet<FormatId> = new Set(['bvh']);
const FACES_ALONE: ReadonlySet<FormatId> = new Set(['stl', 'off', '3mf']);

function differences(before: MeshFacts, after: MeshFacts, to: FormatId): string[] {
  const facts = (mesh: MeshFacts) =>
    ({ format: to, sizeBytes: 1, reader: '', depth: 'content', features: [], mesh }) as const;
  const kept = FULL.has(to) ? (['mesh', 'look', 'figures', 'structure'] as const) : (['mesh'] as const);
  const expectation = {
    from: 'glb',
    to,
    kept,
    lost: [],
    gone: [],
    operations: [],
    takes: 'one',
    gives: 'one',
    options: {},
  } as const;
  return [...compareMeshes(facts(before), [facts(after)], expectation)].flatMap((found) =>
    'kind' in found ? [found.kind] : [],
  );
}

describe('models', () => {
  for (const [from] of SOURCES) {
    for (const [to, rewrite] of Object.entries(WRITERS) as [ReadFormat, (scene: Scene) => Scene][]) {
      if (LINES.has(from) && FACES_ALONE.has(to)) continue;
      it(`say the same in ${to} as in ${from}`, () => {
        const scene = sceneOf(from);
        expect(differences(measure(scene), measure(rewrite(scene)), to)).toEqual([]);
      });
    }
  }

  it('are turned and scaled between formats that say which axis is up', () => {
    const [glb, printed] = [measure(sceneOf('gltf')), measure(sceneOf('3mf'))];
    expect(glb.space).toEqual({ up: 'y', metres: 1 });
    expect(printed.space).toEqual({ up: 'z', metres: 0.001 });
    expect(printed.box[5]! - printed.box[2]!).toBeCloseTo((glb.box[4]! - glb.box[1]!) * 1000, 2);
  });

  it('keep a texture that is multiplied with colours in 3MF', () => {
    const scene = sceneOf('gltf');
    const tinted = {
      ...scene,
      materials: scene.materials.map((one) => ({ ...one, colour: [1, 0.5, 0.25, 1] as const })),
    };
    const coloured = {
      ...tinted,
      meshes: tinted.meshes.map((mesh) => ({
        ...mesh,
        parts: mesh.parts.map((part) => ({
          ...part,
          colours: Float32Array.from({ length: (part.positions.length / 3) * 4 }, (_, at) =>
            at % 4 === 3 ? 1 : (at % 5) / 4,
          ),
        })),
      })),
    };
    for (const one of [tinted, coloured]) {
      const written = measure(WRITERS['3mf']!(one));
      expect(differences(measure(one), written, '3mf')).toEqual([]);
      expect(differences(measure(scene), written, '3mf')).toContain('mesh_colour');
    }
  });

  it('keep their materials and textures beside an OBJ', () => {
    const { companions } = writeObj(sceneOf('gltf'), 'signpost');
    expect([...companions.keys()]).toEqual(['signpost.mtl', 'arrow.png']);
  });
});

describe('what a codec might do wrong', () => {
  const scene = sceneOf('glb');
  const before = measure(scene);
  const damaged = (change: (scene: Scene) => Scene): string[] => differences(before, measure(change(scene)), 'glb');
  const withParts =
    (change: (part: Scene['meshes'][number]['parts'][number]) => object) =>
    (one: Scene): Scene => ({
      ...one,
      meshes: one.meshes.map((mesh) => ({ ...mesh, parts: mesh.parts.map((part) => ({ ...part, ...change(part) })) })),
    });

  it('is told', () => {
    expect(damaged((one) => one)).toEqual([]);
    expect(damaged((one) => ({ ...one, roots: one.roots.slice(0, 1) }))).toContain('triangle_count');
    expect(damaged(withParts(({ positions }) => ({ positions: positions.map((value) => value * 1.001) })))).toContain(
      'mesh_size',
    );
    expect(
      damaged(
        withParts(({ positions }) => ({ positions: positions.map((value, at) => (at === 4 ? value + 0.01 : value)) })),
      ),
    ).not.toEqual([]);
    expect(damaged(withParts(({ indices }) => ({ indices: indices.toReversed() })))).toContain('mesh_volume');
    expect(damaged(withParts(({ normals }) => (normals ? { normals: normals.map((value) => -value) } : {})))).toContain(
      'mesh_inverted',
    );
    expect(damaged(withParts(({ material }) => (material === undefined ? {} : { material: 1 - material })))).toContain(
      'mesh_colour',
    );
    expect(
      damaged(
        withParts(({ coordinates }) => (coordinates ? { coordinates: coordinates.map((value) => value / 2) } : {})),
      ),
    ).toContain('texture_moved');
    expect(
      damaged((one) => ({ ...one, materials: one.materials.map(({ name, colour }) => ({ name, colour })) })),
    ).toContain('texture_missing');
    expect(
      damaged((one) => ({
        ...one,
        materials: one.materials.map((material) => ({ ...material, colour: [0.5, 0.5, 0.5, 1] as const })),
      })),
    ).toContain('mesh_colour');
    expect(
      damaged((one) => ({
        ...one,
        roots: one.roots.map((root) => ({
          ...root,
          children: root.children.map(({ name, mesh, children }) => ({ name, mesh: mesh!, children })),
        })),
      })),
    ).not.toEqual([]);
  });
});
