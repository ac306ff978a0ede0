import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { requirePlausibleSize } from '../../content/mesh/cad-size.ts';
import { requireScene } from '../../content/mesh/failures.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import type { Scene } from '../../content/mesh/model.ts';
import { writeScene } from '../../content/mesh/write.ts';
import { type CadFormat, Tessellator } from './tessellator.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const tessellator = await Tessellator.start(modules['occt']!);
  const read = (artifact: Artifact, context: RunContext): Scene => {
    const scene = tessellator.read(context.bytes(artifact), artifact.format as CadFormat);
    context.signal.throwIfAborted();
    return requireScene(scene, context.limits);
  };

  return {
    inspect(artifact, _request, context) {
      const sizeBytes = context.bytes(artifact).byteLength;
      const facts = meshFacts(read(artifact, context), { format: artifact.format, sizeBytes, reader: 'occt' });
      // Nobody else reads the surfaces.
      return { ...facts, depth: 'structure' };
    },
    convert([input], step, context) {
      const scene = read(input!, context);
      if (step.from === 'step') requirePlausibleSize(scene, context.bytes(input!));
      return [writeScene(scene, input!.name, step, context)];
    },
  };
};

export default createRunner;
