import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { repackGltf } from '../../content/mesh/gltf/repack.ts';
import { writeGltf } from '../../content/mesh/gltf/writer.ts';
import { writeObj } from '../../content/mesh/obj/writer.ts';
import { writeOff } from '../../content/mesh/off/writer.ts';
import { writePly } from '../../content/mesh/ply/writer.ts';
import { readScene, type ReadScene } from '../../content/mesh/read.ts';
import { writeStl } from '../../content/mesh/stl/writer.ts';
import { writeThreeMf } from '../../content/mesh/three-mf/writer.ts';
import { writeX3d } from '../../content/mesh/x3d/writer.ts';
import { drawPng } from './picture.ts';
import { warnOfLosses, warnOfMissing } from './warnings.ts';

type Write = (scene: ReadScene, isText: boolean) => Uint8Array;

const WRITERS: Partial<Record<FormatId, Write>> = {
  stl: writeStl,
  off: writeOff,
  ply: writePly,
  glb: (scene) => writeGltf(scene, true),
  gltf: (scene) => writeGltf(scene, false),
  '3mf': writeThreeMf,
  x3d: writeX3d,
};

const createRunner: CreateRunner = () => ({
  convert: ([input], step, context) => [convert(input!, step, context)],
  inspect,
});

export default createRunner;

function convert(input: Artifact, step: Step, context: RunContext): Artifact {
  const named = { name: outputNameOf(input.name, step.to), format: step.to };
  if (step.edge === 'repack') {
    const beside = 'bytes' in input ? input.beside : undefined;
    return { ...named, bytes: repackGltf(context.bytes(input), step.to === 'glb', beside) };
  }
  const scene = readScene(input, context);
  warnOfMissing(scene, context);
  if (step.edge === 'picture') return { ...named, bytes: drawPng(scene, step, context) };
  warnOfLosses(scene, step, context);
  context.progress(0.5);
  if (step.to === 'obj') {
    const { model, companions } = writeObj(scene, named.name.replace(/\.obj$/, ''));
    return { ...named, bytes: model, companions };
  }
  return { ...named, bytes: WRITERS[step.to]!(scene, step.options.asText ?? false) };
}

function inspect(artifact: Artifact, _request: unknown, context: RunContext): Facts {
  return meshFacts(readScene(artifact, context), {
    format: artifact.format,
    sizeBytes: context.bytes(artifact).byteLength,
    reader: 'mesh',
  });
}
