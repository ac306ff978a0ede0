import type { Artifact } from '../../contract/artifact.ts';
import type { RunContext, Step } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { writeGltf } from './gltf/writer.ts';
import { writeObj } from './obj/writer.ts';
import { writeOff } from './off/writer.ts';
import { drawOutline } from './picture/outline.ts';
import { drawPng } from './picture/png.ts';
import { drawTurntable } from './picture/turntable.ts';
import { writePly } from './ply/writer.ts';
import type { ReadScene } from './read.ts';
import { writeStl } from './stl/writer.ts';
import { writeThreeMf } from './three-mf/writer.ts';
import { warnOfLosses, warnOfMissing } from './warnings.ts';
import { writeUsdz } from './usd/writer.ts';
import { writeX3d } from './x3d/writer.ts';

type Write = (scene: ReadScene, isText: boolean) => Uint8Array;

const WRITERS: Partial<Record<FormatId, Write>> = {
  stl: writeStl,
  off: writeOff,
  ply: writePly,
  glb: (scene) => writeGltf(scene, true),
  gltf: (scene) => writeGltf(scene, false),
  '3mf': writeThreeMf,
  x3d: writeX3d,
  usdz: writeUsdz,
};

/** Writes a scene in the format of a step, or draws it; what is lost on the way is told. `name` is the source's. */
export function writeScene(scene: ReadScene, name: string, step: Step, context: RunContext): Artifact {
  const named = { name: outputNameOf(name, step.to), format: step.to };
  warnOfMissing(scene, context);
  if (step.to === 'png') return { ...named, bytes: drawPng(scene, step, context) };
  if (step.to === 'svg') return { ...named, bytes: utf8Bytes(drawOutline(scene, step, context)) };
  if (step.to === 'apng') return { ...named, bytes: drawTurntable(scene, step, context) };
  warnOfLosses(scene, step, context);
  context.progress(0.5);
  if (step.to === 'obj') {
    const { model, companions } = writeObj(scene, named.name.replace(/\.obj$/, ''));
    return { ...named, bytes: model, companions };
  }
  return { ...named, bytes: WRITERS[step.to]!(scene, step.options.asText ?? false) };
}
