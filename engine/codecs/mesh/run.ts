import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { repackGltf } from '../../content/mesh/gltf/repack.ts';
import type { GeometryDecoders } from '../../content/mesh/packed-geometry.ts';
import { readScene } from '../../content/mesh/read.ts';
import { writeScene } from '../../content/mesh/write.ts';

const createRunner: CreateRunner = ({ modules }) => {
  let starting: Promise<GeometryDecoders> | undefined;
  const decoders = async () => (await import('./decoders.ts')).startDecoders(modules['draco']!);
  const read = (artifact: Artifact, context: RunContext) =>
    readScene(artifact, context, () => (starting ??= decoders()));
  return {
    convert: async ([input], step, context) => [
      step.edge === 'repack'
        ? repack(input!, step, context)
        : writeScene(await read(input!, context), input!.name, step, context),
    ],
    async inspect(artifact, _request, context): Promise<Facts> {
      const sizeBytes = context.bytes(artifact).byteLength;
      return meshFacts(await read(artifact, context), { format: artifact.format, sizeBytes, reader: 'mesh' });
    },
  };
};

export default createRunner;

function repack(input: Artifact, step: Step, context: RunContext): Artifact {
  const beside = 'bytes' in input ? input.beside : undefined;
  const bytes = repackGltf(context.bytes(input), step.to === 'glb', beside);
  return { name: outputNameOf(input.name, step.to), format: step.to, bytes };
}
