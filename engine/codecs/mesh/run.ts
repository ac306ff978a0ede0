import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { repackGltf } from '../../content/mesh/gltf/repack.ts';
import { readScene } from '../../content/mesh/read.ts';
import { writeScene } from '../../content/mesh/write.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], step, context) => [convert(input!, step, context)],
  inspect,
});

export default createRunner;

function convert(input: Artifact, step: Step, context: RunContext): Artifact {
  if (step.edge !== 'repack') return writeScene(readScene(input, context), input.name, step, context);
  const beside = 'bytes' in input ? input.beside : undefined;
  const bytes = repackGltf(context.bytes(input), step.to === 'glb', beside);
  return { name: outputNameOf(input.name, step.to), format: step.to, bytes };
}

function inspect(artifact: Artifact, _request: unknown, context: RunContext): Facts {
  return meshFacts(readScene(artifact, context), {
    format: artifact.format,
    sizeBytes: context.bytes(artifact).byteLength,
    reader: 'mesh',
  });
}
