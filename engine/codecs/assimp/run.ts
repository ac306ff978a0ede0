import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { importedScene } from '../../content/mesh/imported.ts';
import type { Scene } from '../../content/mesh/model.ts';
import type { ReadScene } from '../../content/mesh/read.ts';
import { requireSameGeometry, secondReading } from '../../content/mesh/second-reading.ts';
import { writeScene } from '../../content/mesh/write.ts';
import { formatOf } from '../../formats/index.ts';
import { Importer } from './importer.ts';

interface Reading {
  readonly scene: ReadScene;
  /** As our own reader found it, where one knows the format. */
  readonly own: Scene | undefined;
}

const createRunner: CreateRunner = async ({ modules }) => {
  const importer = await Importer.start(modules['assimp']!);
  const read = (artifact: Artifact, context: RunContext): Reading => {
    const { format } = artifact;
    const beside = 'bytes' in artifact ? artifact.beside : undefined;
    const source = { bytes: context.bytes(artifact), format, ...(beside && { beside }) };
    // First, since it knows the limits.
    const own = secondReading(source, context.limits);
    context.signal.throwIfAborted();
    const glb = importer.glbOf(source.bytes, formatOf(format).extensions[0], beside);
    context.signal.throwIfAborted();
    return { scene: importedScene(glb, source, context.limits), own };
  };

  return {
    inspect(artifact, _request, context) {
      const { format } = artifact;
      const sizeBytes = context.bytes(artifact).byteLength;
      const { scene, own } = read(artifact, context);
      const facts = meshFacts(scene, { format, sizeBytes, reader: 'assimp' });
      // What nobody else reads is compared with what the importer found, and told as such.
      return own ? facts : { ...facts, depth: 'structure' };
    },
    convert([input], step, context) {
      const { scene, own } = read(input!, context);
      if (own) requireSameGeometry(scene, own);
      return [writeScene(scene, input!.name, step, context)];
    },
  };
};

export default createRunner;
