import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import type { ConversionError } from '../../contract/errors.ts';
import { requireScene, unsupportedMesh } from '../../content/mesh/failures.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { readBuilding } from '../../content/mesh/ifc/building.ts';
import { ExchangeFile } from '../../content/mesh/ifc/part-21.ts';
import { buildingScene } from '../../content/mesh/ifc/scene.ts';
import { requireDeclaredBodies, type Compared } from '../../content/mesh/ifc/verify.ts';
import type { ReadScene } from '../../content/mesh/read.ts';
import { writeScene } from '../../content/mesh/write.ts';
import { Modeller } from './modeller.ts';

interface Reading extends Compared {
  readonly scene: ReadScene;
}

const createRunner: CreateRunner = async ({ modules }) => {
  const modeller = await Modeller.start(modules['web-ifc']!);
  const read = (artifact: Artifact, context: RunContext): Reading => {
    const bytes = context.bytes(artifact);
    const building = readBuilding(new ExchangeFile(bytes));
    context.signal.throwIfAborted();
    const { bodies, geometries } = modeller.read(bytes, context.limits);
    context.signal.throwIfAborted();
    const scene = buildingScene(building, bodies, geometries);
    if (bodies.length === 0) throw nothingShown(scene);
    requireScene(scene, context.limits);
    return { scene, ...requireDeclaredBodies(building, bodies, geometries) };
  };

  return {
    inspect(artifact, _request, context) {
      const sizeBytes = context.bytes(artifact).byteLength;
      const { scene, elements, compared } = read(artifact, context);
      const facts = meshFacts(scene, { format: artifact.format, sizeBytes, reader: 'web-ifc' });
      // Where our own reader knows the bodies of all elements, two have read them.
      return compared === elements ? facts : { ...facts, depth: 'structure' };
    },
    convert([input], step, context) {
      const { scene } = read(input!, context);
      return [writeScene(scene, input!.name, step, context)];
    },
  };
};

export default createRunner;

/** No element has a body, or none that the library builds. */
function nothingShown({ unread }: ReadScene): ConversionError {
  return unsupportedMesh(
    unread
      ? `has no bodies but of kinds that are not read (of ${unread.slice(0, 3).join(', ')}). Export the building as IFC 4 with tessellated bodies`
      : 'has no elements with bodies: there is nothing to show',
  );
}
