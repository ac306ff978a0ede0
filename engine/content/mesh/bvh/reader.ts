import type { Limits } from '../../../contract/limits.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { corruptMesh, NodeBudget, tooComplex, truncatedMesh } from '../failures.ts';
import { product, type Matrix, type Mesh, type Motion, type SceneNode } from '../model.ts';
import type { ReadScene } from '../read.ts';
import { rotated, translated } from '../transforms.ts';
import { quaternionOf } from './quaternion.ts';

type Vector = readonly [x: number, y: number, z: number];

interface Joint {
  readonly name: string;
  readonly offset: Vector;
  /** In the order of their values in a frame, such as `Xposition` and `Zrotation`. */
  readonly channels: readonly string[];
  readonly joints: readonly Joint[];
  /** Where bones end that lead to no joint. */
  readonly ends: readonly Vector[];
}

const AXES = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;
const CHANNEL = /^[XYZ](position|rotation)$/;

/**
 * Captured motion (Biovision hierarchy) as a skeleton of lines with y up: bones from each joint to the next, where they are in
 * the first frame, and how joints move and turn. Throws `input_corrupt`, `input_truncated` and `input_too_complex`.
 */
export function readBvh(bytes: Uint8Array, limits: Pick<Limits, 'nesting'>): ReadScene {
  const reader = new Reader(latin1Of(bytes), limits);
  const roots = reader.hierarchy();
  const channels = roots.reduce((sum, root) => sum + channelsOf(root), 0);
  const { seconds, frames } = reader.motion(channels);
  const builder = new SkeletonBuilder(seconds, frames, channels);
  const skeleton = roots.map((root) => builder.node(root));
  return {
    meshes: builder.meshes,
    materials: [],
    textures: [],
    animations: builder.count > 1 ? ['motion'] : [],
    roots: [{ name: 'skeleton', children: skeleton }],
  };
}

class Reader {
  readonly #words: RegExpStringIterator<RegExpExecArray>;
  readonly #maxDepth: number;
  readonly #budget = new NodeBudget();

  constructor(text: string, { nesting }: Pick<Limits, 'nesting'>) {
    this.#words = text.matchAll(/\S+/g);
    this.#maxDepth = nesting;
  }

  /** Up to the word `MOTION`. */
  hierarchy(): Joint[] {
    if (!/^hierarchy$/i.test(this.#word())) throw corruptMesh('it has no hierarchy of joints');
    const roots: Joint[] = [];
    for (let word = this.#word(); !/^motion$/i.test(word); word = this.#word()) {
      if (!/^root$/i.test(word)) throw corruptMesh('its hierarchy does not begin with a root');
      roots.push(this.#joint(1));
    }
    if (roots.length === 0) throw corruptMesh('it has no joints');
    return roots;
  }

  /** Values of all frames, one after the other. */
  motion(channels: number): { readonly seconds: number; readonly frames: Float64Array } {
    this.#expect(/^frames:$/i);
    const count = this.#number();
    this.#expect(/^frame$/i);
    this.#expect(/^time:$/i);
    const seconds = this.#number();
    if (!Number.isInteger(count) || count < 0 || !(seconds >= 0))
      throw corruptMesh('its frames have no number or time');
    const values: number[] = [];
    for (const [word] of this.#words) {
      const value = Number(word);
      if (!Number.isFinite(value)) throw corruptMesh('a value of a frame is no number');
      if (values.push(value) >= count * channels) break;
    }
    if (values.length < count * channels) throw truncatedMesh();
    return { seconds, frames: Float64Array.from(values) };
  }

  #joint(depth: number): Joint {
    this.#budget.take();
    if (depth > this.#maxDepth) throw tooComplex('nesting', this.#maxDepth, depth);
    const [name, opening] = this.#until('{');
    if (!opening) throw truncatedMesh();
    let offset: Vector = [0, 0, 0];
    let channels: string[] = [];
    const joints: Joint[] = [];
    const ends: Vector[] = [];
    for (let word = this.#word(); word !== '}'; word = this.#word()) {
      const kind = word.toLowerCase();
      if (kind === 'offset') offset = this.#vector();
      else if (kind === 'channels') channels = this.#channels();
      else if (kind === 'joint') joints.push(this.#joint(depth + 1));
      else if (kind === 'end') ends.push(this.#end());
      else throw corruptMesh('a joint has something that joints have not');
    }
    return { name, offset, channels, joints, ends };
  }

  #channels(): string[] {
    const count = this.#number();
    if (!(count >= 0 && count <= 6)) throw corruptMesh('a joint has more than six channels');
    const channels = Array.from({ length: count }, () => this.#word());
    if (channels.some((channel) => !CHANNEL.test(channel))) throw corruptMesh('a joint has a channel of another kind');
    return channels;
  }

  /** What follows `End`: its name, and where it is. */
  #end(): Vector {
    this.#until('{');
    this.#expect(/^offset$/i);
    const end = this.#vector();
    this.#expect(/^\}$/);
    return end;
  }

  /** Words before a mark, which names may consist of. */
  #until(mark: string): [words: string, found: boolean] {
    const words: string[] = [];
    for (const [word] of this.#words) {
      if (word === mark) return [words.join(' '), true];
      words.push(word);
    }
    return [words.join(' '), false];
  }

  #vector(): Vector {
    return [this.#number(), this.#number(), this.#number()];
  }

  #number(): number {
    const value = Number(this.#word());
    if (!Number.isFinite(value)) throw corruptMesh('a length or a number of its hierarchy is no number');
    return value;
  }

  #expect(pattern: RegExp): void {
    if (!pattern.test(this.#word())) throw corruptMesh('its text is not in the order of the format');
  }

  #word(): string {
    const { value, done } = this.#words.next();
    if (done) throw truncatedMesh();
    return value[0];
  }
}

function channelsOf({ channels, joints }: Joint): number {
  return joints.reduce((sum, joint) => sum + channelsOf(joint), channels.length);
}

/** Makes nodes of joints, which take their channels from the frames one after the other. */
class SkeletonBuilder {
  readonly meshes: Mesh[] = [];
  readonly count: number;
  readonly #times: Float32Array;
  readonly #frames: Float64Array;
  readonly #channels: number;
  #taken = 0;

  constructor(seconds: number, frames: Float64Array, channels: number) {
    this.#channels = channels;
    this.#frames = frames;
    this.count = channels === 0 ? 0 : frames.length / channels;
    this.#times = Float32Array.from({ length: this.count }, (_, frame) => frame * seconds);
  }

  node(joint: Joint): SceneNode {
    const first = this.#taken;
    this.#taken += joint.channels.length;
    const children = joint.joints.map((inner) => this.node(inner));
    const bones = [...joint.joints.map(({ offset }) => offset), ...joint.ends];
    const motion = this.count > 1 && joint.channels.length > 0 ? this.#motion(joint, first) : undefined;
    return {
      name: joint.name,
      transform: this.count > 0 ? this.#transform(joint, first, 0) : translated(...joint.offset),
      ...(bones.length > 0 && { mesh: this.meshes.push(bonesOf(joint.name, bones)) - 1 }),
      ...(motion && { motion }),
      children,
    };
  }

  /** Turns around axes in the order of the channels: the first is the outermost. */
  #transform({ offset, channels }: Joint, first: number, frame: number): Matrix {
    const place: number[] = [...offset];
    let turn: Matrix | undefined;
    for (const [index, channel] of channels.entries()) {
      const value = this.#frames[frame * this.#channels + first + index]!;
      const axis = channel[0] as keyof typeof AXES;
      if (channel.endsWith('position')) place['XYZ'.indexOf(axis)]! += value;
      else {
        const [x, y, z] = AXES[axis];
        turn = product(turn, rotated(x, y, z, value));
      }
    }
    const [x, y, z] = place as [number, number, number];
    return product(translated(x, y, z), turn)!;
  }

  #motion(joint: Joint, first: number): Motion {
    const rotations = new Float32Array(this.count * 4);
    const translations = new Float32Array(this.count * 3);
    let before: readonly number[] = [0, 0, 0, 1];
    for (let frame = 0; frame < this.count; frame++) {
      const transform = this.#transform(joint, first, frame);
      before = quaternionOf(transform, before);
      rotations.set(before, frame * 4);
      translations.set(transform.subarray(12, 15), frame * 3);
    }
    const isMoving = joint.channels.some((channel) => channel.endsWith('position'));
    return { times: this.#times, rotations, ...(isMoving && { translations }) };
  }
}

function bonesOf(name: string, ends: readonly Vector[]): Mesh {
  return {
    name,
    parts: [
      {
        kind: 'lines',
        positions: Float64Array.from([[0, 0, 0], ...ends].flat()),
        indices: Uint32Array.from(ends.flatMap((_, index) => [0, index + 1])),
      },
    ],
  };
}
