import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { readBvh } from '../../../../engine/content/mesh/bvh/reader.ts';
import { quaternionOf } from '../../../../engine/content/mesh/bvh/quaternion.ts';
import { openGltf } from '../../../../engine/content/mesh/gltf/container.ts';
import { readGltf } from '../../../../engine/content/mesh/gltf/reader.ts';
import { writeGltf } from '../../../../engine/content/mesh/gltf/writer.ts';
import { measure } from '../../../../engine/content/mesh/measures.ts';
import { product } from '../../../../engine/content/mesh/model.ts';
import { rotated } from '../../../../engine/content/mesh/transforms.ts';
import { latin1Bytes } from '../../../../engine/io/bytes.ts';

const text = readFileSync(sourcePath({ from: 'bvh', source: 'crane-three-joints.bvh' }), 'latin1');
const LIMITS = { nesting: 64 };
const read = (content: string) => readBvh(latin1Bytes(content), LIMITS);
const failing = (content: string, code: string) =>
  expect(() => read(content)).toThrow(expect.objectContaining({ code }));

describe('captured motion', () => {
  const scene = read(text);

  it('is a skeleton of lines where its first frame has it', () => {
    const { lines, placed, box, animations } = measure(scene);
    expect({ lines, placed, animations }).toEqual({ lines: 5, placed: 4, animations: ['motion'] });
    // The boom leans by 45 degrees to the right, and the jib with it.
    const lean = Math.SQRT1_2;
    expect(box[3]).toBeCloseTo(8 * lean + 6 * lean, 6);
    expect(box[4]).toBeCloseTo(11 + 8 * lean, 6);
    expect([box[0], box[1]]).toEqual([-4, 1]);
  });

  it('moves joints by their channels, in the order of these', () => {
    const [base] = scene.roots[0]!.children;
    const { motion } = base!;
    expect(motion!.times).toEqual(Float32Array.of(0, 0.5, 1));
    expect(motion!.translations).toEqual(Float32Array.of(0, 1, 0, 2, 1, 0, 4, 1, 1));
    const jib = base!.children[0]!.children[0]!.motion!;
    expect(jib.translations).toBeUndefined();
    const turn = [rotated(1, 0, 0, 30), rotated(0, 1, 0, 90), rotated(0, 0, 1, -15)].reduce((a, b) => product(a, b)!);
    const wanted = quaternionOf(turn, jib.rotations.subarray(8, 12) as unknown as number[]);
    for (const [index, value] of wanted.entries()) expect(jib.rotations[8 + index]).toBeCloseTo(value, 6);
    // A joint without channels stays as it is.
    expect(base!.children[1]!.motion).toBeUndefined();
  });

  it('is an animation in glTF, whose nodes have no matrices where they move', () => {
    const { document } = openGltf(writeGltf(scene, true));
    const [animation] = document.animations!;
    expect(animation!.name).toBe('motion');
    // Nodes that hold others come after these.
    expect(animation!.channels!.map(({ target: { node, path } }) => `${document.nodes![node]!.name} ${path}`)).toEqual([
      'Jib rotation',
      'Boom rotation',
      'Base rotation',
      'Base translation',
    ]);
    expect(new Set(animation!.samplers!.map(({ input }) => input)).size).toBe(1);
    for (const { target } of animation!.channels!) expect(document.nodes![target.node]!.matrix).toBeUndefined();
    expect(measure(readGltf(writeGltf(scene, true))).box).toEqual(
      measure(scene).box.map((value) => expect.closeTo(value, 5) as number),
    );
  });

  it('turns the same way from one moment to the next', () => {
    let before: readonly number[] = [0, 0, 0, 1];
    for (let degrees = 0; degrees <= 720; degrees += 10) {
      const next = quaternionOf(rotated(1, 2, 3, degrees), before);
      expect(next.reduce((sum, value, index) => sum + value * before[index]!, 0)).toBeGreaterThan(0.99);
      before = next;
    }
  });

  it('is refused where frames are missing, or words are in no order', () => {
    failing(text.slice(0, -40), 'input_truncated');
    failing(text.slice(0, 200), 'input_truncated');
    failing(text.replace('Frames: 3', 'Frames: 4000000000'), 'input_truncated');
    failing(text.replace('-45', 'up'), 'input_corrupt');
    failing(text.replace('CHANNELS 3', 'CHANNELS 4000000000'), 'input_corrupt');
    failing(text.replace('Zrotation', 'Wrotation'), 'input_corrupt');
    failing(`HIERARCHY ROOT a { ${'JOINT b { '.repeat(100)}`, 'input_too_complex');
  });
});
